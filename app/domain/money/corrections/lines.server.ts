import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { interbookAccounts, platformBook, postings } from "#app/db/schema/money/ledger.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** An entry's lines in its own book and in the platform's, without those that join the two halves. */
export const linesOf = (tx: Tx, entry: { orgId: OrgId; id: string }) =>
  tx
    .select()
    .from(postings)
    .where(
      and(
        inArray(postings.orgId, [entry.orgId, platformBook]),
        eq(postings.entryId, entry.id),
        notInArray(postings.account, [...interbookAccounts]),
      ),
    )
    .orderBy(asc(postings.account));
