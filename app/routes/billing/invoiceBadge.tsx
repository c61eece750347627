import { statusWords } from "#app/domain/money/invoices/words.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";

const tones: Record<keyof typeof statusWords, Tone> = {
  draft: "neutral",
  pending: "info",
  paid: "good",
  overdue: "bad",
  disputed: "warn",
  credited: "neutral",
};

export function InvoiceBadge({ status }: { status: keyof typeof statusWords }) {
  return <Badge tone={tones[status]}>{statusWords[status]}</Badge>;
}
