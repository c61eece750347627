import { messageStateWords } from "#app/domain/messaging/messages/words.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";

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
