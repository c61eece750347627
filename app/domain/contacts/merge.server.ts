import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type AdTouch, contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { contactsMerged } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Actor, metaActor } from "#app/platform/context.ts";
import { unitedFields } from "#app/platform/forms/fieldNames.ts";
import type { OrgId } from "#app/platform/ids.ts";

type Contact = typeof contacts.$inferSelect;

/** The deleted contact's chosen values, where both have one. */
export interface MergeChoice {
  name: boolean;
  phone: boolean;
  /** By the deleted one's names. */
  fields: ReadonlySet<string>;
}

interface Merge {
  orgId: OrgId;
  keptId: string;
  goneId: string;
  at: Date;
  /** A member merged them, and chose; otherwise WhatsApp reported it. */
  by?: { actor: Actor; choice: MergeChoice };
}

/**
 * Merges two contacts of one person: messages and conversations move to `keptId`, tags and fields are united,
 * gaps of the kept one are filled, an opt-out of either holds, else the later consent. Both must belong to
 * `orgId`.
 */
export async function mergeContacts(tx: Tx, { orgId, keptId, goneId, at, by }: Merge): Promise<void> {
  const contact = (contactId: string) => and(eq(contacts.orgId, orgId), eq(contacts.id, contactId));
  const [kept] = await tx.select().from(contacts).where(contact(keptId)).for("update");
  // Rows that refer to the deleted one would be deleted with it.
  await tx.execute(
    sql`update deals set contact_id = ${keptId} where org_id = ${orgId} and contact_id = ${goneId}`,
  );
  await tx.execute(
    sql`update crm_tasks set contact_id = ${keptId} where org_id = ${orgId} and contact_id = ${goneId}`,
  );
  const [gone] = await tx.delete(contacts).where(contact(goneId)).returning();
  if (!kept || !gone) return;
  await tx
    .update(contacts)
    .set(united(kept, gone, by?.choice))
    .where(contact(keptId));
  await tx
    .update(messages)
    .set({ contactId: keptId })
    .where(and(eq(messages.orgId, orgId), eq(messages.contactId, goneId)));
  await moveConversations(tx, orgId, keptId, goneId);
  await moveRest(tx, orgId, keptId, goneId);
  await record(tx, { orgId, actor: by?.actor ?? metaActor, clock: { now: () => at } }, contactsMerged, {
    subject: keptId,
    data: {
      name: kept.name || gone.name,
      phone: kept.phone,
      mergedId: goneId,
      ...(by && { byMember: true }),
    },
  });
}

/** Service links or open requests that the kept one lacks. */
async function moveRest(tx: Tx, orgId: OrgId, keptId: string, goneId: string): Promise<void> {
  await tx.execute(sql`
    update connection_links l set contact_id = ${keptId} where l.org_id = ${orgId} and l.contact_id = ${goneId}
      and not exists (select 1 from connection_links o where o.org_id = l.org_id and o.connection_id = l.connection_id and o.contact_id = ${keptId})`);
  await tx.execute(sql`
    update person_requests r set contact_id = ${keptId} where r.org_id = ${orgId} and r.contact_id = ${goneId}
      and not (r.state = 'open' and exists (select 1 from person_requests o
        where o.org_id = r.org_id and o.contact_id = ${keptId} and o.state = 'open' and o.kind = r.kind))`);
}

function united(kept: Contact, gone: Contact, choice?: MergeChoice): Partial<Contact> {
  const told = wishOf(kept, gone);
  const given = Object.fromEntries(Object.entries(gone.fields).filter(([name]) => choice?.fields.has(name)));
  const numbered = choice?.phone && gone.phone ? gone : kept.phone ? kept : gone;
  return {
    phone: numbered.phone,
    waId: choice ? numbered.waId : (kept.waId ?? gone.waId),
    bsuid: choice ? (numbered.bsuid ?? kept.bsuid ?? gone.bsuid) : (gone.bsuid ?? kept.bsuid),
    username: kept.username ?? gone.username,
    firstAd: earlier(kept.firstAd, gone.firstAd),
    name: (choice?.name && gone.name) || kept.name || gone.name,
    language: kept.language ?? gone.language,
    tags: [...new Set([...kept.tags, ...gone.tags])],
    fields: unitedFields(unitedFields(gone.fields, kept.fields), given),
    consent: told.consent,
    consentSource: told.consentSource,
    consentAt: told.consentAt,
    optedOutAt: kept.optedOutAt ?? gone.optedOutAt,
    lastSeenAt: later(kept.lastSeenAt, gone.lastSeenAt),
  };
}

/**
 * Whose wish holds: an opt-out before a consent, then the later one; at the same time, the one without
 * consent.
 */
function wishOf(kept: Contact, gone: Contact): Contact {
  if ((kept.optedOutAt === null) !== (gone.optedOutAt === null)) return kept.optedOutAt ? kept : gone;
  if (gone.consentAt === null) return kept;
  if (kept.consentAt?.getTime() === gone.consentAt.getTime()) return kept.consent === "none" ? kept : gone;
  return later(kept.consentAt, gone.consentAt) === gone.consentAt ? gone : kept;
}

const earlier = (one: AdTouch | null, other: AdTouch | null) =>
  one === null || (other !== null && other.at < one.at) ? other : one;

const later = (one: Date | null, other: Date | null) =>
  one === null || (other !== null && other > one) ? other : one;

async function moveConversations(tx: Tx, orgId: OrgId, keptId: string, goneId: string): Promise<void> {
  await tx.execute(sql`
    update conversations as moved set contact_id = ${keptId}
    where org_id = ${orgId} and contact_id = ${goneId} and not exists (
      select 1 from conversations as other
      where other.org_id = ${orgId} and other.contact_id = ${keptId} and other.phone_number_id = moved.phone_number_id)`);
  await tx.execute(sql`
    with gone as (
      select * from conversations where org_id = ${orgId} and contact_id = ${goneId}
    ), notes as (
      update conversation_notes as n set conversation_id = kept.id from gone join conversations as kept
        on kept.org_id = gone.org_id and kept.contact_id = ${keptId} and kept.phone_number_id = gone.phone_number_id
      where n.org_id = ${orgId} and n.conversation_id = gone.id
    )
    update conversations as kept set
      state = case when 'waiting' in (kept.state, gone.state) then 'waiting' when 'open' in (kept.state, gone.state) then 'open' else 'closed' end,
      waiting_since = least(kept.waiting_since, gone.waiting_since),
      awaits_first_reply = kept.awaits_first_reply and gone.awaits_first_reply,
      assigned_to = coalesce(kept.assigned_to, gone.assigned_to),
      labels = array(select distinct unnest(kept.labels || gone.labels)),
      last_message_id = case when gone.last_message_at > kept.last_message_at then gone.last_message_id else kept.last_message_id end,
      last_message = case when gone.last_message_at > kept.last_message_at then gone.last_message else kept.last_message end,
      last_message_at = greatest(kept.last_message_at, gone.last_message_at),
      unread = kept.unread + gone.unread,
      window_ends_at = greatest(kept.window_ends_at, gone.window_ends_at),
      ad_at = greatest(kept.ad_at, gone.ad_at)
    from gone
    where kept.org_id = ${orgId} and kept.contact_id = ${keptId} and kept.phone_number_id = gone.phone_number_id`);
  await tx.execute(sql`delete from conversations where org_id = ${orgId} and contact_id = ${goneId}`);
}
