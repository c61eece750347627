import { messageStateWords } from "#app/domain/messaging/messages/words.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { m } from "#messages";

const statuses: Record<string, { tone: Tone; word: string }> = lazy({
  draft: { tone: "neutral", word: m.common_draft },
  scheduled: { tone: "info", word: m.campaigns_scheduled },
  preparing: { tone: "info", word: m.campaigns_status_preparing },
  sending: { tone: "info", word: m.common_sending },
  paused: { tone: "warn", word: m.common_paused },
  completed: { tone: "good", word: m.campaigns_status_completed },
  cancelled: { tone: "neutral", word: m.campaigns_status_cancelled },
});

/** The status of a campaign as text. */
export const campaignStatusWord = (status: string): string => statuses[status]?.word ?? status;

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
