import { and, eq, like } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { journalEntries } from "#app/db/schema/money/ledger.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * The reference, with a number when money that was reversed is booked to this organisation again. The caller
 * has locked the money's source.
 */
export async function unusedReference(tx: Tx, orgId: OrgId, reference: string): Promise<string> {
  const before = await tx.$count(
    journalEntries,
    and(eq(journalEntries.orgId, orgId), like(journalEntries.reference, `${reference}%`)),
  );
  return before === 0 ? reference : `${reference}:${before + 1}`;
}
