import type { ComponentProps } from "react";
import { Badge } from "#app/ui/badge.tsx";

type State = "pending" | "unknown" | "paid" | "failed" | "expired" | "returned";
type Tone = ComponentProps<typeof Badge>["tone"];

const states: Record<State, { tone: Tone; label: string }> = {
  pending: { tone: "info", label: "Waiting" },
  unknown: { tone: "warn", label: "Being checked" },
  paid: { tone: "good", label: "Paid" },
  failed: { tone: "bad", label: "Not paid" },
  expired: { tone: "neutral", label: "No answer" },
  returned: { tone: "neutral", label: "Given back" },
};

/** The state of a payment in a word. */
export function PaymentBadge({ state }: { state: State }) {
  const { tone, label } = states[state];
  return <Badge tone={tone}>{label}</Badge>;
}
