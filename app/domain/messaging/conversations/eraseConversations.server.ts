import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import type { ErasedPerson, Erasure } from "#app/domain/record/contactTables.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * Erases a contact's conversations with all messages. Messages of campaigns and billed ones stay as records: the billed ones
 * without their text, and at the person's request all of them without the person.
 * @throws DomainError `contact.in_campaign`, `contact.being_sent` at a request, while a message to them may still be sent
 */
export async function eraseConversations(
  tx: Tx,
  { orgId }: { orgId: OrgId },
  { contactId, isRequested }: ErasedPerson,
): Promise<Partial<Erasure>> {
  if (isRequested) await refuseWhileSending(tx, orgId, contactId);
  const gone = await tx
    .delete(conversations)
    .where(and(eq(conversations.orgId, orgId), eq(conversations.contactId, contactId)))
    .returning({ id: conversations.id });
  notifyPages(tx, orgId, "conversations", "messages");
  const contact = sql`m.org_id = ${orgId} and m.contact_id = ${contactId}`;
  const single = sql`${contact} and m.campaign_id is null`;
  const emptied = isRequested
    ? await eraseMessages(tx, { orgId, contact, concerned: contact, single }, nameless)
    : await eraseMessages(tx, { orgId, contact, concerned: single, single }, wordless);
  return { conversationIds: gone.map(({ id }) => id), ...emptied };
}

const nameless = sql`contact_id = null, recipient = null, variables = '{}', body = null, search_text = null, payload = null`;
// Messages that may still be sent need their variables.
const wordless = sql`body = null, search_text = null,
  variables = case when m.state in ('queued', 'unknown') then m.variables else '{}' end`;

interface Concerned {
  orgId: OrgId;
  contact: SQL;
  /** The messages that are emptied. */
  concerned: SQL;
  single: SQL;
}

/**
 * Deletes single messages that were not billed, and empties the others: nightly retention finds messages by their
 * conversation, so rows left here would stay for good.
 */
async function eraseMessages(tx: Tx, { orgId, contact, concerned, single }: Concerned, empty: SQL) {
  const billed = sql`exists (select 1 from holds h where h.org_id = ${orgId} and h.subject_id = m.id)`;
  // In the order of their ids, the global lock order of messages.
  await tx.execute(sql`select 1 from messages m where ${concerned} order by m.id for update`);
  const deleted = await tx.execute(sql`delete from messages m where ${single} and not ${billed}`);
  const emptied = await tx.execute(sql`
    with followed as (update sms_messages m set contact_id = null, recipient = null, body = '' where ${contact})
    update messages m set ${empty} where ${concerned}`);
  return { messages: deleted.rowCount ?? 0, emptied: emptied.rowCount ?? 0 };
}

async function refuseWhileSending(tx: Tx, orgId: OrgId, contactId: string): Promise<void> {
  const { rows } = await tx.execute<{ campaign: string | null }>(sql`
    select c.name as campaign from messages m
    left join campaigns c on c.org_id = ${orgId} and c.id = m.campaign_id
    where m.org_id = ${orgId} and m.contact_id = ${contactId} and m.state in ('queued', 'unknown') limit 1`);
  const [open] = rows;
  if (open?.campaign) throw contactsError("contact.in_campaign", { values: { campaign: open.campaign } });
  if (open) throw contactsError("contact.being_sent");
}
