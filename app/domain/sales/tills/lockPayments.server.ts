import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * Lets one transaction of an organisation at a time store payments: a prompt's callback locks its request before
 * the payment, a confirmation of the same receipt the payment before the request. Their ledger entries pass one
 * after the other anyway.
 */
export const lockPayments = (tx: Tx, orgId: OrgId) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`till-payments:${orgId}`}, 0))`);
