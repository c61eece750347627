import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contactValues, customFields } from "#app/db/schema/contacts.ts";
import type { OrgContext } from "#app/platform/context.ts";
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

/** A field and how many contacts have a value of its type in it. @throws DomainError `field.not_found` */
export async function getField({ ctx, input }: { ctx: OrgContext; input: { fieldId: string } }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const field = await findField(tx, ctx.orgId, input.fieldId);
    const [counted] = await tx
      .select({ contacts: sql<number>`count(*)::int` })
      .from(contactValues)
      .where(and(eq(contactValues.orgId, ctx.orgId), eq(contactValues.fieldId, input.fieldId)));
    return { field, contacts: counted?.contacts ?? 0 };
  });
}
