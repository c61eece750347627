import type { OrderState } from "#app/db/schema/sales/orders.ts";

/** The allowed moves of an order. Money that arrives after its end does not reopen it: it has to be returned. */
export const orderMoves: Record<OrderState, readonly OrderState[]> = {
  draft: ["waiting", "cancelled"],
  waiting: ["paid", "cancelled"],
  paid: ["packed", "delivered", "cancelled"],
  packed: ["delivered", "cancelled"],
  delivered: [],
  cancelled: [],
};
