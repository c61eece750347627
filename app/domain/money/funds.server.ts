import { and, asc, desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { planChanges } from "#app/db/schema/money/invoices.ts";
import { ledgerAccounts, ledgerCursors, monthlyUsage } from "#app/db/schema/money/ledger.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { together } from "#app/db/together.server.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { monthOf } from "#app/platform/time/calendar.ts";
import { readPrices } from "./prices/read.server.ts";

/** Months that are loaded: those that screens show, and the next one. */
const monthsKept = 7;

/**
 * Everything an organisation's prices and balances depend on, in one statement: the organisation, the
 * balances of its ledger accounts (KES cents), the messages of its latest months, its planned change of plan,
 * and the progress of its allocations. @throws DomainError `organisation.not_found`
 */
export async function readFunds(tx: Tx, orgId: OrgId) {
  const { orgs, accounts, months, planned, cursors } = await together(tx, {
    orgs: tx.select().from(organisations).where(eq(organisations.id, orgId)),
    accounts: tx.select().from(ledgerAccounts).where(eq(ledgerAccounts.orgId, orgId)),
    months: tx
      .select()
      .from(monthlyUsage)
      .where(eq(monthlyUsage.orgId, orgId))
      .orderBy(desc(monthlyUsage.month))
      .limit(monthsKept),
    planned: tx
      .select()
      .from(planChanges)
      .where(and(eq(planChanges.orgId, orgId), eq(planChanges.state, "planned")))
      .orderBy(asc(planChanges.id))
      .limit(1),
    cursors: tx.select().from(ledgerCursors).where(eq(ledgerCursors.orgId, orgId)),
  });
  const [org] = orgs;
  if (!org) throw notFound("Organisation");
  const accountOf = (name: string) => accounts.find((account) => account.name === name);
  const postingsOf = (name: string) => accountOf(name)?.postings ?? 0;
  const [cursor] = cursors;
  return {
    org,
    balanceOf: (name: string) => accountOf(name)?.balanceCents ?? 0,
    usageOf: (month: string) => months.find((row) => row.month === month),
    planned: planned[0] ?? null,
    /** All postings of `wallet` and `held` are allocated. */
    isAllocated:
      postingsOf("wallet") === (cursor?.walletNumber ?? 0) &&
      postingsOf("held") === (cursor?.heldNumber ?? 0),
  };
}

export type Funds = Awaited<ReturnType<typeof readFunds>>;

/**
 * The organisation's rate card in force at a time, and its month. @throws DomainError `billing.no_rate_card`
 */
export async function cardOf(
  tx: Tx,
  { planType, billingType, timezone }: Pick<Funds["org"], "planType" | "billingType" | "timezone">,
  at: Date,
) {
  const card = (await readPrices(tx)).cardAt({ planType, billingType, at });
  if (!card) throw moneyError("billing.no_rate_card");
  return { card, month: monthOf(at, timezone) };
}
