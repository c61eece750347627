import type { RequestState } from "#app/db/schema/sales/payments.ts";

/** The allowed moves of a request. Money that arrives after its end pays it all the same. */
export const requestMoves: Record<RequestState, readonly RequestState[]> = {
  requested: ["prompted", "paid", "cancelled", "expired"],
  prompted: ["unknown", "failed", "paid", "expired"],
  unknown: ["failed", "paid", "expired"],
  failed: ["prompted", "paid", "cancelled", "expired"],
  cancelled: ["paid"],
  expired: ["paid"],
  /** Its payment was refunded. */
  paid: ["cancelled"],
};

/** Waiting for money, with no prompt on a phone: it can be cancelled, and prompted. */
export const isIdle = (state: RequestState): boolean => state === "requested" || state === "failed";
export const isOpen = (state: RequestState): boolean =>
  isIdle(state) || state === "prompted" || state === "unknown";
