import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { contacts, customFields } from "#app/db/schema/contacts/contacts.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { fieldChanged, fieldCreated } from "#app/domain/contacts/events.ts";
import { readFieldJob } from "#app/domain/contacts/jobs.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { followName } from "./follow.server.ts";
import { type CustomField, findField } from "./queries.server.ts";
import { readColumn } from "./readColumn.server.ts";
import { type fieldEdit, type fieldForm, maxFields } from "./schemas.ts";

/** With more contacts than this, a field's values are typed by a job. */
const atOnce = 5000;

/**
 * Creates a field. Existing columns of this name from an import are typed. @throws DomainError
 * `field.name_taken`, `field.too_many`
 */
export async function createField({ ctx, input }: Call<z.output<typeof fieldForm>>) {
  const made = await ctx.db.withOrg(ctx.orgId, (tx) => defineField(tx, ctx, input));
  if (made.isSmall) await readColumn(ctx, made.fieldId);
  return { fieldId: made.fieldId };
}

/**
 * `isSmall`: the caller types the column after the commit; otherwise a job does. @throws DomainError as
 * `createField`
 */
export async function defineField(
  tx: Tx,
  ctx: OrgContext,
  input: z.output<typeof fieldForm>,
): Promise<{ fieldId: string; isSmall: boolean }> {
  const [counted] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(customFields)
    .where(eq(customFields.orgId, ctx.orgId));
  if ((counted?.count ?? 0) >= maxFields)
    throw contactsError("field.too_many", { values: { most: maxFields } });
  const id = newId("fld", ctx.clock.now().getTime());
  const options = input.type === "choice" ? input.options : [];
  const [row] = await tx
    .insert(customFields)
    .values({ orgId: ctx.orgId, id, name: input.name, type: input.type, options })
    .onConflictDoNothing()
    .returning({ id: customFields.id });
  if (!row) throw contactsError("field.name_taken", { field: "name" });
  await record(tx, ctx, fieldCreated, { subject: id, data: { field: input.name, type: input.type } });
  return { fieldId: id, isSmall: await isReadAtOnce(tx, ctx, { fieldId: id, from: null }) };
}

type Edit = z.output<typeof fieldEdit> & { fieldId: string };

/**
 * Updates name, type and list of a field; campaigns and canned replies follow its name. Contacts' values are
 * typed again: `unfit` of them, as far as done at once, keep an invalid value. @throws DomainError
 * `field.not_found`, `field.name_taken`, `field.no_options`
 */
export async function updateField({ ctx, input }: Call<Edit>): Promise<{ fieldId: string; unfit: number }> {
  const { fieldId } = input;
  const done = await ctx.db
    .withOrg(ctx.orgId, (tx) => change(tx, ctx, input))
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? contactsError("field.name_taken", { field: "name" }) : error;
    });
  const read = done?.isSmall ? await readColumn(ctx, fieldId, done.from) : undefined;
  return { fieldId, unfit: read?.unfit ?? 0 };
}

async function change(tx: Tx, ctx: OrgContext, input: Edit) {
  const field = await findField(tx, ctx.orgId, input.fieldId);
  const wanted = wantedOf(field, input);
  const changes = changesOf(field, wanted);
  if (Object.keys(changes).length === 0) return undefined;
  const from = changes.name ? field.name : null;
  await tx
    .update(customFields)
    .set({ ...wanted, readAt: null })
    .where(and(eq(customFields.orgId, ctx.orgId), eq(customFields.id, field.id)));
  if (from !== null) await followName(tx, ctx.orgId, from, wanted.name);
  await record(tx, ctx, fieldChanged, {
    subject: field.id,
    data: { field: wanted.name, type: wanted.type },
    changes,
  });
  return { from, isSmall: await isReadAtOnce(tx, ctx, { fieldId: field.id, from }) };
}

type Wanted = Pick<CustomField, "name" | "type" | "options">;

function wantedOf(field: CustomField, { name = field.name, type = field.type, options }: Edit): Wanted {
  if (type === "choice" && options.length === 0)
    throw contactsError("field.no_options", { field: "options" });
  return { name, type, options: type === "choice" ? options : [] };
}

function changesOf(field: CustomField, wanted: Wanted): Record<string, [unknown, unknown]> {
  const keys = ["name", "type", "options"] as const;
  const changed = keys.filter((key) => String(field[key]) !== String(wanted[key]));
  return Object.fromEntries(changed.map((key) => [key, [field[key], wanted[key]]]));
}

/** With many contacts, a job types the field's values. */
async function isReadAtOnce(
  tx: Tx,
  ctx: OrgContext,
  reading: { fieldId: string; from: string | null },
): Promise<boolean> {
  const some = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(eq(contacts.orgId, ctx.orgId))
    .limit(atOnce + 1);
  if (some.length <= atOnce) return true;
  await ctx.jobs.enqueue(readFieldJob, { orgId: ctx.orgId, ...reading }, { tx });
  return false;
}
