import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { together } from "#app/db/together.server.ts";
import { conditionNames, conditionQueries } from "#app/domain/contacts/segments/queries.server.ts";
import { usedTags } from "#app/domain/contacts/usedTags.server.ts";
import { canSend } from "#app/domain/whatsapp/accounts/canSend.ts";
import { usableNumbers } from "#app/domain/whatsapp/numbers/find.server.ts";
import { languageName } from "#app/domain/whatsapp/templates/languages.ts";
import { approvedTemplates, countTemplates } from "#app/domain/whatsapp/templates/queries.server.ts";
import { categoryWords } from "#app/domain/whatsapp/templates/words.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { asQuietHours, keptSendingSettings } from "./sendingSettings.server.ts";

/** Up to so many contacts are counted and inspected; more would delay the page. */
const mostCounted = 20_000;

/**
 * The choices of a campaign's form: templates to send, numbers to send from, tags with their size unless there are too
 * many contacts to count, names for conditions, quiet hours, and fields for variables: columns of imports, for a large
 * organisation those of its newest contacts.
 */
export async function campaignChoices(ctx: OrgContext) {
  const { orgId } = ctx;
  return ctx.db.withOrg(orgId, async (tx) => {
    const { rows } = await tx.execute<{ contacts: number }>(sql`
      select count(*)::int as contacts from (select 1 from contacts where org_id = ${orgId} limit ${mostCounted + 1}) few`);
    const contacts = rows[0]!.contacts;
    const isLarge = contacts > mostCounted;
    const { sizes, columns, approved, existing, numbers, settings, ...named } = await together(tx, {
      sizes: isLarge ? usedTags(tx, orgId) : tagSizes(tx, orgId),
      columns: fieldNames(tx, orgId),
      approved: approvedTemplates(tx, orgId),
      existing: countTemplates(tx, orgId),
      numbers: usableNumbers(tx, orgId),
      settings: keptSendingSettings(tx, orgId),
      ...conditionQueries(tx, orgId),
    });
    return {
      /** Of a large organisation, the limit of counting. */
      contacts: isLarge ? mostCounted : contacts,
      isLarge,
      tags: sizes.map((row: { tag: string; contacts?: number }) => ({
        tag: row.tag,
        contacts: row.contacts ?? null,
      })),
      fields: columns.map(({ field }) => field),
      templates: approved.map(({ id, name, category, language }) => ({
        ...{ id, name, type: categoryWords[category], languageName: languageName(language) },
      })),
      /** Templates in any state: one may be under review. */
      existingTemplates: existing[0]?.total ?? 0,
      numbers: numbers.map(({ account, status, ...number }) => ({
        ...number,
        sendable: canSend({ status: account }, { status }),
      })),
      quiet: asQuietHours(settings),
      conditions: conditionNames(named),
    };
  });
}

/** The names of the fields of contacts, once each. */
export const columnNames = async (tx: Tx, orgId: OrgId): Promise<string[]> =>
  (await fieldNames(tx, orgId)).map(({ field }) => field);

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
