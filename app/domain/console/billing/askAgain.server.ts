import { and, eq } from "drizzle-orm";
import { paymentAttempts, payouts } from "#app/db/schema/payments.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { StaffContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { paymentAskedAgain } from "../events.ts";
import { staffOrgContext } from "../staffContext.ts";

/**
 * Has the payment service asked, by the next sweep, how a payment or payout ended of which it did not tell.
 * @throws DomainError `payment.not_found`, also when it is known by now.
 */
export async function askAgain({
  ctx,
  input,
}: {
  ctx: StaffContext;
  input: { itemId: string; reason: string };
}): Promise<Record<string, never>> {
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
    const asked = payment ?? payout;
    if (!asked) throw notFound("Payment");
    await record(tx, staffOrgContext(ctx, asked.orgId), paymentAskedAgain, {
      subject: asked.id,
      data: { amountCents: asked.amountCents, said: input.reason },
    });
    return {};
  });
}
