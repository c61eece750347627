import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { type OrderState, orderLines, orders } from "#app/db/schema/sales/orders.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { orderMoves } from "./states.ts";
import type { Order, OrderLine } from "./write.server.ts";

export const ofOrder = (orgId: OrgId, id: string) => and(eq(orders.orgId, orgId), eq(orders.id, id));

/** An order, locked until the transaction ends. @throws DomainError `order.not_found` */
export async function lockOrder(tx: Tx, orgId: OrgId, orderId: string): Promise<Order> {
  const [order] = await tx.select().from(orders).where(ofOrder(orgId, orderId)).for("update");
  if (!order) throw notFound("Order");
  return order;
}

export const linesIn = (tx: Tx, orgId: OrgId, orderId: string): Promise<OrderLine[]> =>
  tx
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.orgId, orgId), eq(orderLines.orderId, orderId)))
    .orderBy(asc(orderLines.position));

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
