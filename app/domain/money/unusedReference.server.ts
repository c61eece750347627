import { and, count, eq, like } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { journalEntries } from "#app/db/schema/money/ledger.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * The reference for money that may have been this organisation's before and was taken back: then it is another booking of
 * the same money. Whoever calls it has locked what the money came with.
 */
export async function unusedReference(tx: Tx, orgId: OrgId, reference: string): Promise<string> {
  const [{ before } = { before: 0 }] = await tx
    .select({ before: count() })
    .from(journalEntries)
    .where(and(eq(journalEntries.orgId, orgId), like(journalEntries.reference, `${reference}%`)));
  return before === 0 ? reference : `${reference}:${before + 1}`;
}
