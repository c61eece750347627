import type { ComponentProps } from "react";
import { paymentStateWords, type TillPaymentState } from "#app/domain/sales/payments/words.ts";
import { Badge } from "#app/ui/badge.tsx";

const tones: Record<TillPaymentState, ComponentProps<typeof Badge>["tone"]> = {
  unmatched: "warn",
  unconfirmed: "info",
  matched: "good",
  refunded: "neutral",
};

export const PaymentState = ({ state }: { state: TillPaymentState }) => (
  <Badge tone={tones[state]}>{paymentStateWords[state]}</Badge>
);
