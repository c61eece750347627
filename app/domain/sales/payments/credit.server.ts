import { and, eq } from "drizzle-orm";
import { paymentRefunds } from "#app/db/schema/sales/matching.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { orderRefundCredited } from "#app/domain/sales/events.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { deallocate } from "./deallocate.server.ts";
import { moveRefund, ofRefund, recordRefundOfOrder } from "./endRefund.server.ts";
import { lockPayment } from "./lockPayment.server.ts";

/**
 * The customer keeps what was to be returned as credit; it pays their open dues first.
 * @throws DomainError `till_payment.not_found`, `refund.not_found`, `till_payment.not_refundable`
 */
export const creditRefund = ({
  ctx,
  input,
}: Call<{ tillPaymentId: string; paymentRefundId: string }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const payment = await lockPayment(tx, ctx.orgId, input.tillPaymentId);
    const [refund] = await tx
      .select()
      .from(paymentRefunds)
      .where(
        and(
          ofRefund({ orgId: ctx.orgId, id: input.paymentRefundId }),
          eq(paymentRefunds.paymentId, payment.id),
        ),
      );
    if (!refund?.orderId) throw notFound("Refund");
    if (refund.state === "credited") return;
    await moveRefund(tx, ctx, refund, "credited");
    const allocatedCents = await deallocate(tx, ctx, payment, refund.orderId);
    await tx
      .update(tillPayments)
      .set({ allocatedCents, updatedAt: ctx.clock.now() })
      .where(and(eq(tillPayments.orgId, ctx.orgId), eq(tillPayments.id, payment.id)));
    const { orderId, amountCents: cents } = refund;
    await recordRefundOfOrder(tx, ctx, orderRefundCredited, { orderId, cents });
  });
