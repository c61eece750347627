import { Badge, type Tone } from "../badge.tsx";

const statuses: Record<string, { tone: Tone; word: string }> = {
  draft: { tone: "neutral", word: "Draft" },
  scheduled: { tone: "info", word: "Scheduled" },
  preparing: { tone: "info", word: "Preparing" },
  sending: { tone: "info", word: "Sending" },
  paused: { tone: "warn", word: "Paused" },
  completed: { tone: "good", word: "Completed" },
  cancelled: { tone: "neutral", word: "Cancelled" },
};

export function CampaignStatusBadge({ status }: { status: string }) {
  const { tone, word } = statuses[status] ?? { tone: "neutral", word: status };
  return <Badge tone={tone}>{word}</Badge>;
}

/** The states of a message as members read them, in the order in which they come. */
export const messageStateWords = {
  queued: "Waiting",
  unknown: "Being checked",
  accepted: "Taken by WhatsApp",
  sent: "Sent",
  delivered: "Delivered",
  read: "Read",
  failed: "Failed",
  cancelled: "Not sent",
} as const;

const stateTones: Record<keyof typeof messageStateWords, Tone> = {
  queued: "neutral",
  unknown: "warn",
  accepted: "info",
  sent: "info",
  delivered: "good",
  read: "good",
  failed: "bad",
  cancelled: "neutral",
};

export function MessageStateBadge({ state }: { state: keyof typeof messageStateWords }) {
  return <Badge tone={stateTones[state]}>{messageStateWords[state]}</Badge>;
}
