import { eq } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import { paymentAttempts } from "#app/db/schema/money/payments.ts";
import { type Attempt, ofAttempt } from "#app/domain/money/attempts/settle.server.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { CardsRefusal, CardsUnreachable } from "#app/platform/gates/cards.ts";

/**
 * Returns the address of the card provider's page for an attempt, created once. @throws DomainError
 * `card.refused`, `card.unavailable`.
 */
export async function openCardPage(ctx: OrgContext, attempt: Attempt): Promise<string> {
  if (attempt.pageUrl) return attempt.pageUrl;
  const page = `${ctx.config.appUrl}/billing/payments/${attempt.id}`;
  try {
    const { pageUrl } = await ctx.cards!.start(
      {
        reference: attempt.reference!,
        amountCents: attempt.amountCents,
        email: await emailOf(ctx),
        returnUrl: page,
        cancelUrl: `${page}?cancelled=1`,
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
  if (error instanceof CardsRefusal) return moneyError("card.refused", { cause: error });
  if (error instanceof CardsUnreachable) return moneyError("card.unavailable", { cause: error });
  return error;
}

/** The payer's address, for the provider's emails. */
async function emailOf(ctx: OrgContext): Promise<string> {
  const [user] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, userOf(ctx.actor) ?? "")),
  );
  return user?.email ?? ctx.config.brand.salesEmail;
}
