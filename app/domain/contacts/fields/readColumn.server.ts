import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts, customFields } from "#app/db/schema/contacts.ts";
import type { Services } from "#app/platform/context.ts";
import { fieldOf } from "#app/platform/fieldNames.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type CustomField, findField } from "./queries.server.ts";
import { readFieldValue } from "./words.ts";

const atOnce = 1000;

/** Types what contacts have in a field, a thousand in a transaction. What does not fit stays as it was written. */
export async function readColumn(
  ctx: Pick<Services, "db" | "clock"> & { orgId: OrgId },
  fieldId: string,
): Promise<void> {
  let after: string | undefined = "";
  while (after !== undefined) {
    const from: string = after;
    after = await ctx.db.withOrg(ctx.orgId, async (tx) => {
      const field = await findField(tx, ctx.orgId, fieldId);
      return readSome(tx, ctx.orgId, field, from);
    });
  }
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .update(customFields)
      .set({ readAt: ctx.clock.now() })
      .where(and(eq(customFields.orgId, ctx.orgId), eq(customFields.id, fieldId))),
  );
}

async function readSome(
  tx: Tx,
  orgId: OrgId,
  field: CustomField,
  after: string,
): Promise<string | undefined> {
  const rows = await tx
    .select({ id: contacts.id, fields: contacts.fields })
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), gt(contacts.id, after)))
    .orderBy(asc(contacts.id))
    .limit(atOnce)
    .for("update");
  const changed = rows.flatMap(({ id, fields }) => {
    const written = fieldOf(fields, field.name);
    if (written === undefined) return [];
    const read = readFieldValue(field, written);
    return [{ id, value: read.ok ? read.value : written }];
  });
  if (changed.length > 0)
    await tx.execute(sql`
      with told as (
        select * from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r(id text, value text)
      ), written as (
        update contacts as c set fields = united_fields(c.fields, jsonb_build_object(${field.name}::text, told.value))
        from told where c.org_id = ${orgId} and c.id = told.id
        returning c.org_id, c.id, c.fields
      )
      select set_contact_values(org_id, id, fields) from written`);
  return rows.length === atOnce ? rows.at(-1)!.id : undefined;
}
