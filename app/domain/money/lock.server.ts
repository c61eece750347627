import { and, eq } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { holds } from "#app/db/schema/money/ledger.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * Locks an organisation's `held` and `wallet` for this transaction, and returns the wallet's balance. The
 * global lock order is accounts by name, holds, then the month's counters, so that movers of money do not
 * deadlock.
 */
export async function lockLedger(tx: Tx, orgId: OrgId): Promise<{ walletCents: number }> {
  const { rows } = await clientOf(tx).query<{ cents: number }>({
    name: "lock-ledger",
    text: "select lock_ledger($1) as cents",
    values: [orgId],
  });
  return { walletCents: rows[0]!.cents };
}

/** The hold of a campaign or a single message, locked after the ledger; undefined without one. */
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
