import type { ComponentProps } from "react";
import { Badge } from "#app/ui/badge.tsx";
import { m } from "#messages";

type State = "pending" | "unknown" | "paid" | "failed" | "expired" | "returned";
type Tone = ComponentProps<typeof Badge>["tone"];

const states: Record<State, { tone: Tone; label: string }> = {
  pending: {
    tone: "info",
    get label() {
      return m.common_waiting();
    },
  },
  unknown: {
    tone: "warn",
    get label() {
      return m.billing_being_checked();
    },
  },
  paid: {
    tone: "good",
    get label() {
      return m.common_paid();
    },
  },
  failed: {
    tone: "bad",
    get label() {
      return m.billing_not_paid();
    },
  },
  expired: {
    tone: "neutral",
    get label() {
      return m.billing_no_answer();
    },
  },
  returned: {
    tone: "neutral",
    get label() {
      return m.billing_given_back();
    },
  },
};

/** The state of a payment in a word. */
export function PaymentBadge({ state }: { state: State }) {
  const { tone, label } = states[state];
  return <Badge tone={tone}>{label}</Badge>;
}
