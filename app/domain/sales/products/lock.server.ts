import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Of two imports or syncs of an organisation at once the second sees the products of the first. */
export const lockProducts = (tx: Tx, orgId: OrgId) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`products:${orgId}`}, 0))`);
