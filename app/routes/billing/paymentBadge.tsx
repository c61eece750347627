import type { ComponentProps } from "react";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge } from "#app/ui/badge.tsx";
import { m } from "#messages";

type State = "pending" | "unknown" | "paid" | "failed" | "expired" | "returned";
type Tone = ComponentProps<typeof Badge>["tone"];

const states: Record<State, { tone: Tone; label: string }> = lazy({
  pending: { tone: "info", label: m.billing_payment_badge_payment_waiting },
  unknown: { tone: "warn", label: m.billing_payment_badge_checking_label },
  paid: { tone: "good", label: m.billing_payment_badge_payment_paid },
  failed: { tone: "bad", label: m.billing_payment_badge_not_paid },
  expired: { tone: "neutral", label: m.billing_payment_badge_no_response },
  returned: { tone: "neutral", label: m.billing_payment_badge_refunded_label },
});

/** The status of a payment as a label. */
export function PaymentBadge({ state }: { state: State }) {
  const { tone, label } = states[state];
  return <Badge tone={tone}>{label}</Badge>;
}
