import type { PaymentState, PayoutState } from "#app/db/schema/money/payments.ts";

/** The moves that a payment may make. Money that arrives after a payment failed or expired is credited all the same. */
export const paymentMoves: Record<PaymentState, readonly PaymentState[]> = {
  pending: ["unknown", "paid", "failed", "expired"],
  unknown: ["paid", "failed", "expired"],
  failed: ["paid"],
  expired: ["paid"],
  paid: [],
};

/** The moves that a payout may make. `paid` and `failed` are final: a second payout has an id of its own. */
export const payoutMoves: Record<PayoutState, readonly PayoutState[]> = {
  pending: ["unknown", "paid", "failed"],
  unknown: ["paid", "failed"],
  paid: [],
  failed: [],
};
