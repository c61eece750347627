import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type AdTouch, contacts } from "#app/db/schema/contacts/contacts.ts";
import { contactsMerged } from "#app/domain/contacts/events.ts";
import { contactTables, type Merge } from "#app/domain/record/contactTables.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Actor, metaActor } from "#app/platform/context.ts";
import { unitedFields } from "#app/platform/forms/fieldNames.ts";
import type { Jobs } from "#app/platform/jobs.ts";

type Contact = typeof contacts.$inferSelect;

/** The deleted contact's chosen values, where both have one. */
export interface MergeChoice {
  name: boolean;
  phone: boolean;
  /** By the deleted one's names. */
  fields: ReadonlySet<string>;
}

interface ContactMerge extends Merge {
  jobs: Jobs;
  /** A member merged them, and chose; otherwise WhatsApp reported it. */
  by?: { actor: Actor; choice: MergeChoice };
}

/**
 * Merges two contacts of one person: each room moves its rows to `keptId`, tags and fields are united, gaps of the kept one
 * are filled, an opt-out of either holds, else the later consent. Both must belong to `orgId`.
 */
export async function mergeContacts(
  tx: Tx,
  { orgId, keptId, goneId, at, jobs, by }: ContactMerge,
): Promise<void> {
  const both = await tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), inArray(contacts.id, [keptId, goneId])))
    .orderBy(contacts.id)
    .for("update");
  const kept = both.find(({ id }) => id === keptId);
  const gone = both.find(({ id }) => id === goneId);
  if (!kept || !gone) return;
  for (const { onMerge } of contactTables())
    if (typeof onMerge === "function") await onMerge(tx, { orgId, keptId, goneId, at });
  const contact = (contactId: string) => and(eq(contacts.orgId, orgId), eq(contacts.id, contactId));
  await tx.delete(contacts).where(contact(goneId));
  await tx
    .update(contacts)
    .set(united(kept, gone, by?.choice))
    .where(contact(keptId));
  const ctx = { orgId, actor: by?.actor ?? metaActor, clock: { now: () => at }, jobs };
  await record(tx, ctx, contactsMerged, {
    subject: keptId,
    data: {
      name: kept.name || gone.name,
      phone: kept.phone,
      mergedId: goneId,
      ...(by && { byMember: true }),
    },
  });
}

function united(kept: Contact, gone: Contact, choice?: MergeChoice): Partial<Contact> {
  const prevailing = withPrevailingConsent(kept, gone);
  const given = Object.fromEntries(Object.entries(gone.fields).filter(([name]) => choice?.fields.has(name)));
  const numbered = choice?.phone && gone.phone ? gone : kept.phone ? kept : gone;
  return {
    phone: numbered.phone,
    waId: choice ? numbered.waId : (kept.waId ?? gone.waId),
    bsuid: choice ? (numbered.bsuid ?? kept.bsuid ?? gone.bsuid) : (gone.bsuid ?? kept.bsuid),
    username: kept.username ?? gone.username,
    firstAd: earlier(kept.firstAd, gone.firstAd),
    name: (choice?.name && gone.name) || kept.name || gone.name,
    kraPin: kept.kraPin ?? gone.kraPin,
    language: kept.language ?? gone.language,
    tags: [...new Set([...kept.tags, ...gone.tags])],
    fields: unitedFields(unitedFields(gone.fields, kept.fields), given),
    consent: prevailing.consent,
    consentSource: prevailing.consentSource,
    consentAt: prevailing.consentAt,
    optedOutAt: kept.optedOutAt ?? gone.optedOutAt,
    lastSeenAt: later(kept.lastSeenAt, gone.lastSeenAt),
  };
}

/**
 * The wish that holds: an opt-out before a consent, then the later one; at the same time, the one without
 * consent.
 */
function withPrevailingConsent(kept: Contact, gone: Contact): Contact {
  if ((kept.optedOutAt === null) !== (gone.optedOutAt === null)) return kept.optedOutAt ? kept : gone;
  if (gone.consentAt === null) return kept;
  if (kept.consentAt?.getTime() === gone.consentAt.getTime()) return kept.consent === "none" ? kept : gone;
  return later(kept.consentAt, gone.consentAt) === gone.consentAt ? gone : kept;
}

const earlier = (one: AdTouch | null, other: AdTouch | null) =>
  one === null || (other !== null && other.at < one.at) ? other : one;

const later = (one: Date | null, other: Date | null) =>
  one === null || (other !== null && other > one) ? other : one;
