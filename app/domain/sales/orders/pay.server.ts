import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { deals } from "#app/db/schema/crm/deals.ts";
import { orders } from "#app/db/schema/sales/orders.ts";
import type { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { closeDealIn } from "#app/domain/crm/deals/move.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { orderPaid } from "#app/domain/sales/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { moveOrder, updateOrder } from "./change.server.ts";
import { orderFacts } from "./facts.server.ts";
import { ofOrder } from "./find.server.ts";
import { oweRefund } from "./refunds.server.ts";
import { queueOrderSale } from "./sale.server.ts";
import type { Order } from "./write.server.ts";

type Payer = Pick<typeof paymentRequests.$inferSelect, "source" | "sourceId">;

/**
 * Notes money of a request with the order that asked for it: all of it pays the order and wins its deal. A
 * cancelled order stays cancelled, and the money is to be returned.
 */
export async function payOrder(
  tx: Tx,
  ctx: OrgContext,
  { source, sourceId }: Payer,
  { cents, paymentId, receipt }: { cents: number; paymentId: string; receipt: string },
): Promise<void> {
  if (source !== "order" || sourceId === null) return;
  const [order] = await tx.select().from(orders).where(ofOrder(ctx.orgId, sourceId)).for("update");
  if (!order) return;
  const paidCents = order.paidCents + cents;
  if (order.state === "cancelled") await oweRefund(tx, ctx, order, { paymentId, cents });
  if (order.state !== "waiting" || paidCents < order.totalCents)
    return updateOrder(tx, ctx, order.id, { paidCents });
  await moveOrder(tx, ctx, order, "paid", { paidCents, paidAt: ctx.clock.now() });
  await record(tx, ctx, orderPaid, {
    subject: order.id,
    data: { ...(await orderFacts(tx, ctx.orgId, order)), receipt },
  });
  await queueOrderSale(tx, ctx, order, paymentId);
  await winDeal(tx, ctx, order);
}

/** Wins the deal of an order, unless it was deleted. */
async function winDeal(tx: Tx, ctx: OrgContext, { dealId }: Order): Promise<void> {
  if (dealId === null) return;
  const [deal] = await tx
    .select({ id: deals.id })
    .from(deals)
    .where(and(eq(deals.orgId, ctx.orgId), eq(deals.id, dealId)))
    .for("no key update");
  if (deal) await closeDealIn(tx, ctx, { dealId, outcome: "won" });
}
