import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { conversations } from "#app/db/schema/messaging.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { notFound } from "#app/shared/errors.ts";

/** Deletes a contact and its conversations; sent messages stay as records of what was billed. @throws DomainError `contact.not_found`. */
export async function removeContact({ ctx, input }: { ctx: OrgContext; input: { contactId: string } }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [gone] = await tx
      .delete(contacts)
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, input.contactId)))
      .returning({ name: contacts.name, phone: contacts.phone });
    if (!gone) throw notFound("Contact");
    await tx
      .delete(conversations)
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.contactId, input.contactId)));
    await recordActivity(tx, ctx, {
      type: "system",
      action: "Contact deleted",
      details: gone.name || gone.phone || input.contactId,
    });
    return { contactId: input.contactId };
  });
}
