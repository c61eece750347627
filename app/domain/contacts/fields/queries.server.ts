import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contactValues, customFields } from "#app/db/schema/contacts/contacts.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

const shown = {
  id: customFields.id,
  name: customFields.name,
  type: customFields.type,
  options: customFields.options,
  readAt: customFields.readAt,
};

/** The fields of an organisation, by name. */
export const fieldsOf = (tx: Tx, orgId: OrgId) =>
  tx.select(shown).from(customFields).where(eq(customFields.orgId, orgId)).orderBy(asc(customFields.name));

export type CustomField = Awaited<ReturnType<typeof fieldsOf>>[number];

export async function listFields({ ctx }: { ctx: OrgContext }): Promise<{ fields: CustomField[] }> {
  return { fields: await ctx.db.withOrg(ctx.orgId, (tx) => fieldsOf(tx, ctx.orgId)) };
}

/** @throws DomainError `field.not_found` */
export async function findField(tx: Tx, orgId: OrgId, fieldId: string): Promise<CustomField> {
  const [field] = await tx
    .select(shown)
    .from(customFields)
    .where(and(eq(customFields.orgId, orgId), eq(customFields.id, fieldId)));
  if (!field) throw notFound("Field");
  return field;
}

/** As many values of a text are offered as the options of a list. */
const mostSeen = 30;

/**
 * A field and how many contacts have a valid value; `seen`: the values of a text, when they are few. @throws
 * DomainError `field.not_found`
 */
export async function getField({ ctx, input }: Call<{ fieldId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const field = await findField(tx, ctx.orgId, input.fieldId);
    const [counted] = await tx
      .select({ contacts: sql<number>`count(*)::int` })
      .from(contactValues)
      .where(and(eq(contactValues.orgId, ctx.orgId), eq(contactValues.fieldId, input.fieldId)));
    const seen = field.type === "text" ? await valuesSeen(tx, ctx.orgId, field) : [];
    return { field, contacts: counted?.contacts ?? 0, seen };
  });
}

/** The distinct values of a text in one contact's spelling, none when there are many. */
async function valuesSeen(tx: Tx, orgId: OrgId, field: CustomField): Promise<string[]> {
  const { rows } = await tx.execute<{ value: string }>(sql`
    with recursive walk (text) as (
      (select text from contact_values where org_id = ${orgId} and field_id = ${field.id} and text is not null order by text limit 1)
      union all
      select (select v.text from contact_values v
        where v.org_id = ${orgId} and v.field_id = ${field.id} and v.text is not null and v.text > walk.text order by v.text limit 1)
      from walk where walk.text is not null
    )
    select contact_field(c.fields, ${field.name}) as value
    from (select text from walk where text is not null limit ${mostSeen + 1}) w
    cross join lateral (
      select contact_id from contact_values v
      where v.org_id = ${orgId} and v.field_id = ${field.id} and v.text = w.text limit 1
    ) one
    join contacts c on c.org_id = ${orgId} and c.id = one.contact_id`);
  return rows.length > mostSeen ? [] : rows.map(({ value }) => value).filter((value) => value?.length <= 100);
}
