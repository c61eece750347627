import { and, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { journalEntries, ledgerAccounts, monthlyUsage, postings } from "#app/db/schema/money.ts";
import { rateCardOf } from "./quote.server.ts";

const entriesShown = 50;

/** The wallet: balances and the newest entries that moved it (KES cents), with the plan's messages this month. */
export async function getWallet(ctx: OrgContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { org, card, month } = await rateCardOf(tx, ctx.orgId, ctx.clock.now());
    const accounts = await tx.select().from(ledgerAccounts).where(eq(ledgerAccounts.orgId, ctx.orgId));
    const balanceOf = (name: string) => accounts.find((account) => account.name === name)?.balanceCents ?? 0;
    const [usage] = await tx
      .select()
      .from(monthlyUsage)
      .where(and(eq(monthlyUsage.orgId, ctx.orgId), eq(monthlyUsage.month, month)));
    const entries = await tx
      .select({
        id: journalEntries.id,
        kind: journalEntries.kind,
        description: journalEntries.description,
        createdAt: journalEntries.createdAt,
        walletCents: sql<number>`coalesce(sum(${postings.amountCents}) filter (where ${postings.account} = 'wallet'), 0)::bigint`,
        heldCents: sql<number>`coalesce(sum(${postings.amountCents}) filter (where ${postings.account} = 'held'), 0)::bigint`,
      })
      .from(journalEntries)
      .innerJoin(
        postings,
        and(eq(postings.orgId, journalEntries.orgId), eq(postings.entryId, journalEntries.id)),
      )
      .where(eq(journalEntries.orgId, ctx.orgId))
      .groupBy(journalEntries.orgId, journalEntries.id)
      .orderBy(desc(journalEntries.id))
      .limit(entriesShown);
    return {
      balanceCents: balanceOf("wallet"),
      heldCents: balanceOf("held"),
      plan: {
        planType: org.planType,
        billingType: org.billingType,
        monthlyCents: card.monthlyCents,
        perMessageCents: card.perMessageCents,
        includedMessages: card.includedMessages,
        includedUsed: usage?.includedUsed ?? 0,
        includedHeld: usage?.includedHeld ?? 0,
        delivered: usage?.delivered ?? 0,
        month,
      },
      testCredit: ctx.config.meta.simulated,
      entries,
    };
  });
}
