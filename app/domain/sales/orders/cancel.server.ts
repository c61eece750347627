import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentAllocations, paymentRequests, requestStates } from "#app/db/schema/sales/payments.ts";
import { record } from "#app/domain/record/record.server.ts";
import { orderCancelled } from "#app/domain/sales/events.ts";
import { cancelRequestIn } from "#app/domain/sales/requests/cancel.server.ts";
import { isOpen } from "#app/domain/sales/requests/states.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { moveOrder } from "./change.server.ts";
import { orderFacts } from "./facts.server.ts";
import { linesIn, lockOrder } from "./find.server.ts";
import { oweRefund } from "./refunds.server.ts";
import { returnStock } from "./stock.server.ts";

/**
 * Cancels an order: its request ends, its stock returns, and money that was paid is to be returned to the customer.
 * @throws DomainError `order.not_found`, `order.state`, `payment_request.prompt_open` while a prompt is on the phone
 */
export const cancelOrder = ({ ctx, input: { orderId } }: Call<{ orderId: string }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    // Payments lock the request before the order.
    await lockPayments(tx, ctx.orgId);
    await cancelOpenRequest(tx, ctx, orderId);
    const order = await lockOrder(tx, ctx.orgId, orderId);
    if (order.state === "cancelled") return;
    await moveOrder(tx, ctx, order, "cancelled", { repeatsId: null });
    await returnStock(tx, ctx.orgId, orderId, await linesIn(tx, ctx.orgId, orderId));
    const data = await orderFacts(tx, ctx.orgId, order);
    await record(tx, ctx, orderCancelled, { subject: orderId, data });
    for (const part of await partsOf(tx, ctx, orderId)) await oweRefund(tx, ctx, order, part);
  });

/** What payments gave to the requests of an order. */
const partsOf = (tx: Tx, { orgId }: OrgContext, orderId: string) =>
  tx
    .select({
      paymentId: paymentAllocations.paymentId,
      cents: sql<number>`sum(${paymentAllocations.amountCents})::bigint`.mapWith(Number),
    })
    .from(paymentRequests)
    .innerJoin(
      paymentAllocations,
      and(eq(paymentAllocations.orgId, orgId), eq(paymentAllocations.targetId, paymentRequests.id)),
    )
    .where(and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.sourceId, orderId)))
    .groupBy(paymentAllocations.paymentId)
    .orderBy(paymentAllocations.paymentId);

async function cancelOpenRequest(tx: Tx, ctx: OrgContext, orderId: string): Promise<void> {
  const [open] = await tx
    .select({ id: paymentRequests.id })
    .from(paymentRequests)
    .where(
      and(
        eq(paymentRequests.orgId, ctx.orgId),
        eq(paymentRequests.sourceId, orderId),
        inArray(paymentRequests.state, requestStates.filter(isOpen)),
      ),
    )
    .limit(1);
  if (open) await cancelRequestIn(tx, ctx, open.id);
}
