import { and, eq } from "drizzle-orm";
import { customFields } from "#app/db/schema/contacts/contacts.ts";
import { fieldDeleted } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { findField } from "./queries.server.ts";

/** Deletes a field. Contacts keep their values as a plain column. @throws DomainError `field.not_found` */
export function deleteField({
  ctx,
  input: { fieldId },
}: Call<{ fieldId: string }>): Promise<{ fieldId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const field = await findField(tx, ctx.orgId, fieldId);
    await tx.delete(customFields).where(and(eq(customFields.orgId, ctx.orgId), eq(customFields.id, fieldId)));
    await record(tx, ctx, fieldDeleted, { subject: fieldId, data: { field: field.name, type: field.type } });
    return { fieldId };
  });
}
