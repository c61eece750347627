import { and, isNull, sql } from "drizzle-orm";
import { notifyPages } from "#app/db/notify.server.ts";
import { paymentAttempts } from "#app/db/schema/money/payments.ts";
import { type Attempt, ofAttempt } from "#app/domain/money/attempts/settle.server.ts";
import { callbackUrl } from "#app/domain/money/mpesa/addresses.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { type Daraja, DarajaError } from "#app/platform/gates/daraja.ts";

/**
 * Sends the prompt to the phone. A refusal ends the attempt; without a response it stays open, since the
 * prompt may be on the phone.
 */
export async function pushPrompt(ctx: OrgContext, daraja: Daraja, attempt: Attempt): Promise<void> {
  const changed = await daraja
    .stkPush(
      {
        amountKes: attempt.amountCents / 100,
        phone: attempt.phone!,
        accountReference: attempt.reference!,
        description: attempt.invoiceId ? "Invoice" : "Top-up",
        callbackUrl: callbackUrl(ctx.config, "prompts", attempt.id),
      },
      ctx.orgId,
    )
    .then(
      ({ merchantRequestId, checkoutRequestId }) => ({ merchantRequestId, checkoutRequestId }),
      (error: unknown) =>
        error instanceof DarajaError
          ? {
              state: "failed" as const,
              resultCode: error.errorCode,
              resultDesc: error.message,
              endedAt: ctx.clock.now(),
              nextCheckAt: null,
            }
          : { state: "unknown" as const },
    );
  await storeOutcome(ctx, attempt, changed);
}

/** Stores the response, unless the callback came before it. */
async function storeOutcome(ctx: OrgContext, attempt: Attempt, changed: Partial<Attempt>): Promise<void> {
  const isOpen = changed.state
    ? sql`${paymentAttempts.state} = 'pending'`
    : isNull(paymentAttempts.checkoutRequestId);
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx
      .update(paymentAttempts)
      .set({ ...changed, updatedAt: ctx.clock.now() })
      .where(and(ofAttempt(attempt), isOpen));
    if (changed.state) notifyPages(tx, ctx.orgId, "payments");
  });
}
