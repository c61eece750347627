import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { forgetPerson } from "#app/domain/record/forgetPerson.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";

/** An erasure's counts. */
export interface Erased {
  conversations: number;
  messages: number;
  /** Anonymised rows kept for the figures and billing. */
  emptied: number;
  events: number;
}

/**
 * Erases a contact and its conversations with all messages; messages of campaigns and billed ones stay as
 * records, and the log names no one. @throws DomainError `contact.not_found`.
 */
export async function eraseContact(tx: Tx, ctx: OrgContext, contactId: string): Promise<Erased> {
  const [gone] = await tx
    .delete(contacts)
    .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId)))
    .returning({ name: contacts.name, phone: contacts.phone });
  if (!gone) throw notFound("Contact");
  const talks = await tx
    .delete(conversations)
    .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.contactId, contactId)))
    .returning({ id: conversations.id });
  const words = await removeWords(tx, ctx.orgId, contactId);
  const numbers = gone.phone ? [gone.phone, readablePhone(gone.phone)] : [];
  const told = await forgetPerson(tx, ctx, {
    contactId,
    conversationIds: talks.map(({ id }) => id),
    knownBy: [gone.name, ...numbers].filter(Boolean),
  });
  return { conversations: talks.length, ...words, ...told };
}

/** Nightly retention finds messages by their conversation, so rows left here would stay for good. */
async function removeWords(tx: Tx, orgId: OrgId, contactId: string) {
  const single = sql`m.org_id = ${orgId} and m.contact_id = ${contactId} and m.campaign_id is null`;
  const billed = sql`exists (select 1 from holds h where h.org_id = m.org_id and h.subject_id = m.id)`;
  // In the order of their ids, the global lock order of messages.
  await tx.execute(sql`select 1 from messages m where ${single} order by m.id for update`);
  const deleted = await tx.execute(sql`delete from messages m where ${single} and not ${billed}`);
  // Messages that may still be sent need their variables.
  const emptied = await tx.execute(sql`
    update messages m set body = null, search_text = null,
      variables = case when m.state in ('queued', 'unknown') then m.variables else '{}' end
    where ${single}`);
  return { messages: deleted.rowCount ?? 0, emptied: emptied.rowCount ?? 0 };
}

/**
 * Anonymises the remaining records: messages of campaigns and billed ones lose number and contact, refused
 * import rows with the number are deleted. Returns how many messages were anonymised.
 */
export async function unnamePerson(
  tx: Tx,
  orgId: OrgId,
  person: { contactId: string; phone: string | null },
): Promise<number> {
  const own = sql`m.org_id = ${orgId} and m.contact_id = ${person.contactId}`;
  await tx.execute(sql`select 1 from messages m where ${own} order by m.id for update`);
  const unnamed = await tx.execute(sql`
    update messages m set contact_id = null, recipient = null, variables = '{}', body = null, search_text = null, payload = null
    where ${own}`);
  if (person.phone) {
    const national = person.phone.slice(-9);
    await tx.execute(sql`
      delete from contact_import_errors where org_id = ${orgId}
        and exists (select 1 from unnest("row") cell where strpos(regexp_replace(cell, '\D', '', 'g'), ${national}) > 0)`);
  }
  return unnamed.rowCount ?? 0;
}
