import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { holds, ledgerAccounts } from "#app/db/schema/money.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * Locks an organisation's `held` and `wallet` for this transaction. Whoever moves money takes its locks in one order:
 * accounts by name, then holds, then the month's counters. So two of them never wait for each other. Answers what is in the
 * wallet until the transaction ends.
 */
export async function lockLedger(tx: Tx, orgId: OrgId): Promise<{ walletCents: number }> {
  const known = await lockAccounts(tx, orgId);
  if (known.has("held")) return { walletCents: known.get("wallet") ?? 0 };
  // An account comes into being with its first posting, but what isn't there can't be locked. Nothing is locked yet: whoever
  // held `wallet` here and then waited for `held` would take them in the other order than everybody.
  await tx.insert(ledgerAccounts).values({ orgId, name: "held" }).onConflictDoNothing();
  return { walletCents: (await lockAccounts(tx, orgId)).get("wallet") ?? 0 };
}

/** The balances of those that there are, by name. */
async function lockAccounts(tx: Tx, orgId: OrgId): Promise<Map<string, number>> {
  const rows = await tx
    .select({ name: ledgerAccounts.name, balanceCents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.orgId, orgId),
        inArray(ledgerAccounts.name, ["held", "wallet"]),
        sql`exists (select 1 from ledger_accounts h where h.org_id = ${orgId} and h.name = 'held')`,
      ),
    )
    .orderBy(asc(ledgerAccounts.name))
    .for("update");
  return new Map(rows.map(({ name, balanceCents }) => [name, balanceCents]));
}

/** The hold of a campaign or a single message, locked after the ledger; undefined when nothing was set aside for it. */
export async function lockHold(
  tx: Tx,
  orgId: OrgId,
  subjectId: string,
): Promise<typeof holds.$inferSelect | undefined> {
  const ofSubject = and(eq(holds.orgId, orgId), eq(holds.subjectId, subjectId));
  const [known] = await tx.select({ id: holds.id }).from(holds).where(ofSubject);
  if (!known) return undefined;
  await lockLedger(tx, orgId);
  const [hold] = await tx.select().from(holds).where(ofSubject).for("update");
  return hold;
}
