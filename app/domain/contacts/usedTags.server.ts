import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * The tags in use by name, at most 200, not yet queried: each is found in the index after the one before it.
 */
export const usedTags = (tx: Tx, orgId: OrgId) =>
  tx.select({ tag: sql<string>`tag` }).from(sql`(
      with recursive used as (
        (select tag, 1 as n from contact_tags where org_id = ${orgId} order by tag limit 1)
        union all
        select (select t.tag from contact_tags t where t.org_id = ${orgId} and t.tag > used.tag order by t.tag limit 1), n + 1
        from used where used.tag is not null and n < 201
      )
      select tag from used where tag is not null limit 200) as in_use`);
