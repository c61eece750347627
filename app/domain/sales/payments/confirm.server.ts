import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { tillPaymentConfirmed } from "#app/domain/sales/events.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import type { Call } from "#app/platform/context.ts";
import { lockPayment } from "./lockPayment.server.ts";
import { storePayment } from "./store.server.ts";

/**
 * A member confirms a large payment that M-Pesa's list does not have yet, after looking in its portal. It is booked,
 * and belongs to the customer of its account number. @throws DomainError `till_payment.not_found`,
 * `till_payment.not_waiting`
 */
export async function confirmPayment({ ctx, input }: Call<{ tillPaymentId: string }>): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const payment = await lockPayment(tx, ctx.orgId, input.tillPaymentId);
    if (payment.state !== "unconfirmed") throw salesError("till_payment.not_waiting");
    const { receipt, amountCents, paidAt, account, payer, payerName, reportedBy } = payment;
    const till = await findTill(tx, ctx.orgId, payment.tillId);
    await record(tx, ctx, tillPaymentConfirmed, { subject: payment.id, data: { amountCents, receipt } });
    await storePayment(
      tx,
      ctx,
      till,
      { receipt, amountCents, paidAt, account, payer, payerName, reportedBy },
      { isConfirmed: true },
    );
  });
}
