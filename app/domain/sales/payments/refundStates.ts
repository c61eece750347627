import type { RefundState } from "#app/db/schema/sales/matching.ts";

/** The allowed moves of a refund. A late success after a failure counts, because the money has moved. */
export const refundMoves: Record<RefundState, readonly RefundState[]> = {
  due: ["sent", "done", "credited"],
  sent: ["unknown", "done", "failed"],
  unknown: ["done", "failed"],
  failed: ["done"],
  done: [],
  credited: [],
};

/** At M-Pesa: one of a payment at a time. */
export const isWithMpesa = (state: RefundState): boolean => state === "sent" || state === "unknown";
