import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { contacts, customFields } from "#app/db/schema/contacts.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { fieldChanged, fieldCreated } from "#app/domain/contacts/events.ts";
import { readFieldJob } from "#app/domain/contacts/jobs.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { findField } from "./queries.server.ts";
import { readColumn } from "./readColumn.server.ts";
import { type fieldEdit, type fieldForm, maxFields } from "./schemas.ts";

/** With more contacts than this, what they have in a new field is read by a job. */
const atOnce = 5000;

/**
 * Defines a field. Contacts that have a column of this name from an import get its values typed.
 * @throws DomainError `field.name_taken`, `field.too_many`
 */
export async function createField({ ctx, input }: { ctx: OrgContext; input: z.output<typeof fieldForm> }) {
  const made = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [counted] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(customFields)
      .where(eq(customFields.orgId, ctx.orgId));
    if ((counted?.count ?? 0) >= maxFields) throw contactsError("field.too_many");
    const id = newId("fld", ctx.clock.now().getTime());
    const options = input.type === "choice" ? input.options : [];
    const [row] = await tx
      .insert(customFields)
      .values({ orgId: ctx.orgId, id, name: input.name, type: input.type, options })
      .onConflictDoNothing()
      .returning({ id: customFields.id });
    if (!row) throw contactsError("field.name_taken", { field: "name" });
    await record(tx, ctx, fieldCreated, { subject: id, data: { field: input.name, type: input.type } });
    return { fieldId: id, isSmall: await isReadAtOnce(tx, ctx, id) };
  });
  if (made.isSmall) await readColumn(ctx, made.fieldId);
  return { fieldId: made.fieldId };
}

/** Changes the list of a choice. Values that are no longer in it stay with their contacts. @throws DomainError `field.not_found` */
export async function updateField({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: z.output<typeof fieldEdit> & { fieldId: string };
}) {
  const isSmall = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const field = await findField(tx, ctx.orgId, input.fieldId);
    if (field.type === "choice" && input.options.length === 0)
      throw contactsError("field.no_options", { field: "options" });
    if (field.type !== "choice" || field.options.join("\n") === input.options.join("\n")) return undefined;
    await tx
      .update(customFields)
      .set({ options: input.options, readAt: null })
      .where(and(eq(customFields.orgId, ctx.orgId), eq(customFields.id, input.fieldId)));
    await record(tx, ctx, fieldChanged, {
      subject: input.fieldId,
      data: { field: field.name, type: field.type },
      changes: { options: [field.options, input.options] },
    });
    return isReadAtOnce(tx, ctx, input.fieldId);
  });
  if (isSmall) await readColumn(ctx, input.fieldId);
  return { fieldId: input.fieldId };
}

/** Where there are many contacts, a job reads what they have in the field. */
async function isReadAtOnce(tx: Tx, ctx: OrgContext, fieldId: string): Promise<boolean> {
  const some = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(eq(contacts.orgId, ctx.orgId))
    .limit(atOnce + 1);
  if (some.length <= atOnce) return true;
  await ctx.jobs.enqueue(readFieldJob, { orgId: ctx.orgId, fieldId }, { tx });
  return false;
}
