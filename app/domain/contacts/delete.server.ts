import { contactDeleted } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { eraseContact } from "./erase.server.ts";

/** Deletes a contact with its messages. @throws DomainError `contact.not_found`. */
export async function deleteContact({ ctx, input }: Call<{ contactId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await eraseContact(tx, ctx, input.contactId);
    await record(tx, ctx, contactDeleted, { subject: input.contactId, data: {} });
    return { contactId: input.contactId };
  });
}
