import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { conversations } from "#app/db/schema/messaging.ts";
import { contactDeleted } from "#app/domain/contacts/events.ts";
import { forgetPerson } from "#app/domain/record/forgetPerson.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";

/**
 * Erases a contact and its conversations with all that was said in them; messages of campaigns and billed ones stay as
 * records, and the log names nobody. @throws DomainError `contact.not_found`.
 */
export async function removeContact({ ctx, input }: { ctx: OrgContext; input: { contactId: string } }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [gone] = await tx
      .delete(contacts)
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, input.contactId)))
      .returning({ name: contacts.name, phone: contacts.phone });
    if (!gone) throw notFound("Contact");
    const talks = await tx
      .delete(conversations)
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.contactId, input.contactId)))
      .returning({ id: conversations.id });
    await removeWords(tx, ctx.orgId, input.contactId);
    const numbers = gone.phone ? [gone.phone, readablePhone(gone.phone)] : [];
    await forgetPerson(tx, {
      orgId: ctx.orgId,
      contactId: input.contactId,
      conversationIds: talks.map(({ id }) => id),
      knownBy: [gone.name, ...numbers].filter(Boolean),
    });
    await record(tx, ctx, contactDeleted, { subject: input.contactId, data: {} });
    return { contactId: input.contactId };
  });
}

/** The nightly end of the retention finds messages by their conversation, so what is left here would stay for good. */
async function removeWords(tx: Tx, orgId: OrgId, contactId: string): Promise<void> {
  const single = sql`m.org_id = ${orgId} and m.contact_id = ${contactId} and m.campaign_id is null`;
  const billed = sql`exists (select 1 from holds h where h.org_id = m.org_id and h.subject_id = m.id)`;
  // In the order of their ids, as everybody locks messages.
  await tx.execute(sql`select 1 from messages m where ${single} order by m.id for update`);
  await tx.execute(sql`delete from messages m where ${single} and not ${billed}`);
  // What may still be sent needs its variables.
  await tx.execute(sql`
    update messages m set body = null, search_text = null,
      variables = case when m.state in ('queued', 'unknown') then m.variables else '{}' end
    where ${single}`);
}
