import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** What a customer paid and nothing has used yet, as a query of one row. */
export const creditQuery = (tx: Tx, orgId: OrgId, contactId: string | SQL | null) =>
  tx
    .select({
      cents:
        sql<number>`coalesce(sum(${tillPayments.amountCents} - ${tillPayments.allocatedCents} - ${tillPayments.refundedCents}), 0)::bigint`.mapWith(
          Number,
        ),
    })
    .from(tillPayments)
    .where(
      and(
        eq(tillPayments.orgId, orgId),
        eq(tillPayments.contactId, contactId ?? ""),
        eq(tillPayments.state, "matched"),
      ),
    );

/** A customer's credit in cents. */
export async function creditOf(tx: Tx, { orgId }: Pick<OrgContext, "orgId">, contactId: string) {
  const [row] = await creditQuery(tx, orgId, contactId);
  return row?.cents ?? 0;
}
