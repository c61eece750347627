import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { mpesaReceipts, paymentAttempts, payouts } from "#app/db/schema/money/payments.ts";
import { confirmReceiptJob } from "#app/domain/money/payments/jobs.ts";
import { ofThePlatform, record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { paymentRechecked } from "../events.ts";
import { staffOrgContext } from "../staffContext.ts";

/**
 * Schedules a query to the payment service, by the next sweep, about a payment or payout without a result.
 * @throws DomainError `payment.not_found`, also when the result is known by now.
 */
export async function recheckPayment({
  ctx,
  input,
}: Call<{ itemId: string; reason: string }, StaffContext>): Promise<Record<string, never>> {
  const due = { nextCheckAt: ctx.clock.now() };
  return ctx.db.withSystem(async (tx) => {
    const [payment] = await tx
      .update(paymentAttempts)
      .set(due)
      .where(and(eq(paymentAttempts.id, input.itemId), eq(paymentAttempts.state, "unknown")))
      .returning();
    const [payout] = payment
      ? []
      : await tx
          .update(payouts)
          .set(due)
          .where(and(eq(payouts.id, input.itemId), eq(payouts.state, "unknown")))
          .returning();
    const subject = payment ?? payout ?? (await heldReceipt(tx, ctx, input.itemId));
    if (!subject) throw notFound("Payment");
    await record(tx, staffOrgContext(ctx, subject.orgId), paymentRechecked, {
      subject: subject.id,
      data: { amountCents: subject.amountCents, reason: input.reason },
    });
    return {};
  });
}

/** An unconfirmed receipt: M-Pesa is queried at once. */
async function heldReceipt(tx: Tx, ctx: StaffContext, receipt: string) {
  const [held] = await tx
    .select({ amountCents: mpesaReceipts.amountCents })
    .from(mpesaReceipts)
    .where(and(eq(mpesaReceipts.receipt, receipt), eq(mpesaReceipts.state, "unconfirmed")));
  if (!held) return undefined;
  await ctx.jobs.enqueue(confirmReceiptJob, { receipt, check: 0 }, { tx });
  return { ...held, orgId: ofThePlatform, id: null };
}
