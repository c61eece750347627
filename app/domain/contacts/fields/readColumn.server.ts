import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts, contactValues, customFields } from "#app/db/schema/contacts/contacts.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import type { Services } from "#app/platform/context.ts";
import { fieldKey, fieldOf } from "#app/platform/forms/fieldNames.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type CustomField, fieldsOf, findField } from "./queries.server.ts";
import { readFieldValue } from "./words.ts";

const atOnce = 1000;

interface Reading {
  field: CustomField;
  /** The former name of the values. */
  from: string | null;
}

/**
 * Types contacts' values of a field, a thousand in a transaction. Invalid ones stay as written. `from`: the
 * field's former name; its values move, unless another field has that name now.
 */
export async function readColumn(
  ctx: Pick<Services, "db" | "clock"> & { orgId: OrgId },
  fieldId: string,
  from: string | null = null,
): Promise<{ unfit: number }> {
  let after: string | undefined = "";
  let unfit = 0;
  while (after !== undefined) {
    const start: string = after;
    const read = await ctx.db.withOrg(ctx.orgId, async (tx) => {
      const field = await findField(tx, ctx.orgId, fieldId);
      const others = (await fieldsOf(tx, ctx.orgId)).filter(({ id }) => id !== fieldId);
      const isFree = from !== null && others.every(({ name }) => fieldKey(name) !== fieldKey(from));
      return readSome(tx, ctx.orgId, { field, from: isFree ? from : null }, start);
    });
    after = read.after;
    unfit += read.unfit;
  }
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .update(customFields)
      .set({ readAt: ctx.clock.now() })
      .where(and(eq(customFields.orgId, ctx.orgId), eq(customFields.id, fieldId))),
  );
  return { unfit };
}

async function readSome(tx: Tx, orgId: OrgId, reading: Reading, after: string) {
  const rows = await tx
    .select({ id: contacts.id, fields: contacts.fields })
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), gt(contacts.id, after)))
    .orderBy(asc(contacts.id))
    .limit(atOnce)
    .for("update");
  const changed = rows.flatMap(({ id, fields }) => {
    const said = writtenOf(fields, reading);
    return said ? [{ id, ...said }] : [];
  });
  await write(
    tx,
    orgId,
    reading.field,
    rows.map(({ id }) => id),
    changed,
  );
  return {
    after: rows.length === atOnce ? rows.at(-1)!.id : undefined,
    unfit: changed.filter(({ fits }) => !fits).length,
  };
}

/** A contact's value of the field, and the names it is stored under; the newer name's value counts. */
function writtenOf(fields: Record<string, string>, { field, from }: Reading) {
  const written = fieldOf(fields, field.name) ?? (from === null ? undefined : fieldOf(fields, from));
  if (written === undefined) return undefined;
  const read = readFieldValue(field, written);
  const gone =
    from === null
      ? []
      : Object.keys(fields).filter((name) => [from, field.name].map(fieldKey).includes(fieldKey(name)));
  return { value: read.ok ? read.value : written, fits: read.ok, gone };
}

async function write(
  tx: Tx,
  orgId: OrgId,
  field: CustomField,
  all: string[],
  changed: { id: string; value: string; gone: string[] }[],
): Promise<void> {
  if (all.length === 0) return;
  // A value of the former type, or an invalid one, is none.
  await tx
    .delete(contactValues)
    .where(
      and(
        eq(contactValues.orgId, orgId),
        eq(contactValues.fieldId, field.id),
        inArray(contactValues.contactId, all),
      ),
    );
  if (changed.length === 0) return;
  await tx.execute(sql`
    update contacts as c
    set fields = united_fields(c.fields - changed.gone, jsonb_build_object(${field.name}::text, changed.value))
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed(id text, value text, gone text[])
    where c.org_id = ${orgId} and c.id = changed.id`);
  // The update writes no values where only the type of the field changed.
  const ids = changed.map(({ id }) => id);
  await tx.execute(sql`
    select set_contact_values(org_id, id, fields) from contacts where org_id = ${orgId} and ${isAnyOf(contacts.id, ids)}`);
}
