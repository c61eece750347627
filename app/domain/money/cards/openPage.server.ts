import { eq } from "drizzle-orm";
import { users } from "#app/db/schema/identity.ts";
import { paymentAttempts } from "#app/db/schema/payments.ts";
import { CardsRefusal, CardsUnreachable } from "#app/platform/cards.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { type Attempt, ofAttempt } from "../payments/settle.server.ts";

/**
 * Opens an attempt on the card provider's page, once.
 * @throws DomainError `card.refused`, `card.unavailable`.
 */
export async function openCardPage(ctx: OrgContext, attempt: Attempt): Promise<string> {
  if (attempt.pageUrl) return attempt.pageUrl;
  try {
    const { pageUrl } = await ctx.cards!.start(
      {
        reference: attempt.reference!,
        amountCents: attempt.amountCents,
        email: await emailOf(ctx),
        returnUrl: `${ctx.config.appUrl}/billing/payments/${attempt.id}`,
      },
      ctx.orgId,
    );
    await ctx.db.withOrg(ctx.orgId, (tx) =>
      tx.update(paymentAttempts).set({ pageUrl }).where(ofAttempt(attempt)),
    );
    return pageUrl;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof CardsRefusal)
    return new DomainError(
      "conflict",
      "card.refused",
      "The card provider did not take this payment. Start it again.",
      { cause: error },
    );
  if (error instanceof CardsUnreachable)
    return new DomainError(
      "unavailable",
      "card.unavailable",
      "The card provider does not answer just now. Nothing was charged. Try again in a minute, or pay another way.",
      { cause: error },
    );
  return error;
}

/** The payer's, to whom the provider writes. */
async function emailOf(ctx: OrgContext): Promise<string> {
  const [user] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, userOf(ctx.actor) ?? "")),
  );
  return user?.email ?? ctx.config.brand.salesEmail;
}
