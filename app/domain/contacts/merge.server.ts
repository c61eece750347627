import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { messages } from "#app/db/schema/messaging.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import type { OrgId } from "#app/shared/ids.ts";

type Contact = typeof contacts.$inferSelect;

/**
 * Makes two contacts of one person one: messages and conversations move to `keptId`, tags and fields are united, what
 * the kept one lacks is filled, an opt-out of either holds. Both must belong to `orgId`.
 */
export async function mergeContacts(
  tx: Tx,
  { orgId, keptId, goneId, at }: { orgId: OrgId; keptId: string; goneId: string; at: Date },
): Promise<void> {
  const contact = (contactId: string) => and(eq(contacts.orgId, orgId), eq(contacts.id, contactId));
  const [kept] = await tx.select().from(contacts).where(contact(keptId)).for("update");
  const [gone] = await tx.delete(contacts).where(contact(goneId)).returning();
  if (!kept || !gone) return;
  await tx.update(contacts).set(united(kept, gone)).where(contact(keptId));
  await tx
    .update(messages)
    .set({ contactId: keptId })
    .where(and(eq(messages.orgId, orgId), eq(messages.contactId, goneId)));
  await moveConversations(tx, orgId, keptId, goneId);
  await recordActivity(
    tx,
    { orgId, actor: { userId: null, ipAddress: null, userAgent: null }, clock: { now: () => at } },
    {
      type: "system",
      action: "Contacts merged",
      details: `${kept.name || gone.name || kept.phone || keptId}: the same person by phone and by WhatsApp user id`,
    },
  );
}

function united(kept: Contact, gone: Contact): Partial<Contact> {
  const consent =
    gone.optedOutAt || (!kept.optedOutAt && later(kept.consentAt, gone.consentAt) !== kept.consentAt)
      ? { consent: gone.consent, consentSource: gone.consentSource, consentAt: gone.consentAt }
      : {};
  return {
    phone: kept.phone ?? gone.phone,
    waId: kept.waId ?? gone.waId,
    bsuid: gone.bsuid ?? kept.bsuid,
    name: kept.name || gone.name,
    tags: [...new Set([...kept.tags, ...gone.tags])],
    fields: { ...gone.fields, ...kept.fields },
    ...consent,
    optedOutAt: kept.optedOutAt ?? gone.optedOutAt,
    lastSeenAt: later(kept.lastSeenAt, gone.lastSeenAt),
  };
}

const later = (one: Date | null, other: Date | null) =>
  one === null || (other !== null && other > one) ? other : one;

async function moveConversations(tx: Tx, orgId: OrgId, keptId: string, goneId: string): Promise<void> {
  await tx.execute(sql`
    update conversations as moved set contact_id = ${keptId}
    where org_id = ${orgId} and contact_id = ${goneId} and not exists (
      select from conversations as other
      where other.org_id = ${orgId} and other.contact_id = ${keptId} and other.phone_number_id = moved.phone_number_id)`);
  await tx.execute(sql`
    with gone as (delete from conversations where org_id = ${orgId} and contact_id = ${goneId} returning *)
    update conversations as kept set
      last_message = case when gone.last_message_at > kept.last_message_at then gone.last_message else kept.last_message end,
      last_message_at = greatest(kept.last_message_at, gone.last_message_at),
      unread = kept.unread + gone.unread,
      window_ends_at = greatest(kept.window_ends_at, gone.window_ends_at)
    from gone
    where kept.org_id = ${orgId} and kept.contact_id = ${keptId} and kept.phone_number_id = gone.phone_number_id`);
}
