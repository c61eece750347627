import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { together } from "#app/db/together.server.ts";
import { usedTags } from "#app/domain/contacts/usedTags.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Up to so many contacts are counted and inspected; more would delay the page. */
const mostCounted = 20_000;

/**
 * The choices for audience and variables: tags, with their size unless there are too many contacts to count,
 * and fields: columns of imports, for a large organisation those of its newest contacts.
 */
export async function audienceChoices(ctx: OrgContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { rows } = await tx.execute<{ contacts: number }>(sql`
      select count(*)::int as contacts from (select 1 from contacts where org_id = ${ctx.orgId} limit ${mostCounted + 1}) few`);
    const contacts = rows[0]!.contacts;
    const isLarge = contacts > mostCounted;
    const { tags, fields } = await together(tx, {
      tags: isLarge ? usedTags(tx, ctx.orgId) : tagSizes(tx, ctx.orgId),
      fields: fieldNames(tx, ctx.orgId),
    });
    return {
      /** Of a large organisation, the limit of counting. */
      contacts: isLarge ? mostCounted : contacts,
      isLarge,
      tags: tags.map((row: { tag: string; contacts?: number }) => ({
        tag: row.tag,
        contacts: row.contacts ?? null,
      })),
      fields: fields.map(({ field }) => field),
    };
  });
}

const tagSizes = (tx: Tx, orgId: OrgId) =>
  tx.select({ tag: sql<string>`tag`, contacts: sql<number>`contacts` }).from(sql`(
      select tag, count(*)::int as contacts from contacts c, unnest(c.tags) as tag
      where c.org_id = ${orgId} group by tag order by tag limit 500) as sizes`);

/** Each name once, however it is capitalised. */
const fieldNames = (tx: Tx, orgId: OrgId) =>
  tx.select({ field: sql<string>`field` }).from(sql`(
      select distinct on (lower(field)) field
      from (
        select name as field from custom_fields where org_id = ${orgId}
        union select distinct jsonb_object_keys(fields)
        from (select fields from contacts where org_id = ${orgId} order by created_at desc, id desc limit ${mostCounted}) newest
      ) f order by lower(field), field limit 100) as names`);
