import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentRequests, requestStates } from "#app/db/schema/sales/payments.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { orderCancelled, orderRefundDue, orderRefunded } from "#app/domain/sales/events.ts";
import { cancelRequestIn } from "#app/domain/sales/requests/cancel.server.ts";
import { isOpen } from "#app/domain/sales/requests/states.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { moveOrder, updateOrder } from "./change.server.ts";
import { orderFacts } from "./facts.server.ts";
import { linesIn, lockOrder } from "./find.server.ts";
import { returnStock } from "./stock.server.ts";

/**
 * Cancels an order: its request ends, its stock returns, and money that was paid is to be returned to the customer.
 * @throws DomainError `order.not_found`, `order.state`, `payment_request.prompt_open` while a prompt is on the phone
 */
export const cancelOrder = ({ ctx, input: { orderId } }: Call<{ orderId: string }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    // Payments lock the request before the order.
    await cancelOpenRequest(tx, ctx, orderId);
    const order = await lockOrder(tx, ctx.orgId, orderId);
    if (order.state === "cancelled") return;
    await moveOrder(tx, ctx, order, "cancelled", { refundCents: order.paidCents, repeatsId: null });
    await returnStock(tx, ctx.orgId, orderId, await linesIn(tx, ctx.orgId, orderId));
    const data = await orderFacts(tx, ctx.orgId, order);
    await record(tx, ctx, orderCancelled, { subject: orderId, data });
    if (order.paidCents > 0)
      await record(tx, ctx, orderRefundDue, {
        subject: orderId,
        data: { ...data, refundCents: order.paidCents },
      });
  });

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

/** Records that the money of a cancelled order was returned. @throws DomainError `order.not_found`, `order.no_refund` */
export const noteRefund = ({ ctx, input: { orderId } }: Call<{ orderId: string }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const order = await lockOrder(tx, ctx.orgId, orderId);
    if (order.refundCents === 0) throw salesError("order.no_refund");
    await updateOrder(tx, ctx, orderId, { refundCents: 0 });
    await record(tx, ctx, orderRefunded, {
      subject: orderId,
      data: { ...(await orderFacts(tx, ctx.orgId, order)), refundCents: order.refundCents },
    });
  });
