import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { type OrderState, orders } from "#app/db/schema/sales/orders.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { ofOrder } from "./find.server.ts";
import { orderMoves } from "./states.ts";
import type { Order } from "./write.server.ts";

type Ctx = Pick<OrgContext, "orgId" | "clock">;

/** Stores a change of a locked order. */
export async function updateOrder(tx: Tx, ctx: Ctx, orderId: string, change: Partial<Order>): Promise<void> {
  await tx
    .update(orders)
    .set({ ...change, updatedAt: ctx.clock.now() })
    .where(ofOrder(ctx.orgId, orderId));
  notifyPages(tx, ctx.orgId, "payments");
}

/** Moves a locked order. @throws DomainError `order.state` where its state does not allow it */
export async function moveOrder(
  tx: Tx,
  ctx: Ctx,
  order: Order,
  state: OrderState,
  more: Partial<Order> = {},
): Promise<void> {
  if (!orderMoves[order.state].includes(state)) throw salesError("order.state");
  await updateOrder(tx, ctx, order.id, { ...more, state });
}
