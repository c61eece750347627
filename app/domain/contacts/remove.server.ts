import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { conversations } from "#app/db/schema/messaging.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { notFound } from "#app/shared/errors.ts";
import type { OrgId } from "#app/shared/ids.ts";

/**
 * Deletes a contact and its conversations with all that was said in them; messages of campaigns and billed ones stay as
 * records. @throws DomainError `contact.not_found`.
 */
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
    await removeWords(tx, ctx.orgId, input.contactId);
    await recordActivity(tx, ctx, {
      type: "system",
      action: "Contact deleted",
      details: gone.name || gone.phone || input.contactId,
    });
    return { contactId: input.contactId };
  });
}

/** The nightly end of the retention finds messages by their conversation, so what is left here would stay for good. */
async function removeWords(tx: Tx, orgId: OrgId, contactId: string): Promise<void> {
  const single = sql`m.org_id = ${orgId} and m.contact_id = ${contactId} and m.campaign_id is null`;
  const billed = sql`exists (select from holds h where h.org_id = m.org_id and h.campaign_id = m.id)`;
  // In the order of their ids, as everybody locks messages.
  await tx.execute(sql`select from messages m where ${single} order by m.id for update`);
  await tx.execute(sql`delete from messages m where ${single} and not ${billed}`);
  // What may still be sent needs its variables.
  await tx.execute(sql`
    update messages m set body = null, search_text = null,
      variables = case when m.state in ('queued', 'unknown') then m.variables else '{}' end
    where ${single}`);
}
