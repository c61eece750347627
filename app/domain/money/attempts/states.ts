import type { PaymentState, PayoutState } from "#app/db/schema/money/payments.ts";

/** The allowed moves of a payment. Money that arrives after it failed or expired is credited anyway. */
export const paymentMoves: Record<PaymentState, readonly PaymentState[]> = {
  pending: ["unknown", "paid", "failed", "expired"],
  unknown: ["paid", "failed", "expired"],
  failed: ["paid"],
  expired: ["paid"],
  paid: [],
};

/** The allowed moves of a payout. `paid` and `failed` are final: a second payout has its own id. */
export const payoutMoves: Record<PayoutState, readonly PayoutState[]> = {
  pending: ["unknown", "paid", "failed"],
  unknown: ["paid", "failed"],
  paid: [],
  failed: [],
};
