import { and, eq, gt, inArray, isNotNull, isNull, like, lt, lte, or, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import {
  contactConsentRecorded,
  contactOptedIn,
  contactOptedOut,
  contactStoppedMarketing,
} from "#app/domain/contacts/events.ts";
import { record, recordAll } from "#app/domain/record/record.server.ts";
import { type Actor, metaActor, type OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

export interface ConsentChange {
  orgId: OrgId;
  contactId: string;
  /** Where the wish was told, for the record: `whatsapp:STOP`, `member`, … */
  source: string;
  at: Date;
  /** The member who noted it; absent when the person told it themselves. */
  actor?: Actor;
}

/**
 * SQL: the person wrote START, or resumed in WhatsApp's settings, after `at`. Any other consent has the time at which it was
 * recorded, not the time at which the person gave it.
 */
const startedAfter = (at: Date) =>
  and(
    eq(contacts.consent, "granted"),
    gt(contacts.consentAt, at),
    like(contacts.consentSource, "whatsapp:%"),
  )!;

/**
 * The person wants no more messages: sets the opt-out and withdraws consent. The time of the first opt-out stays, that of
 * the last word is `consentAt`. A late STOP does not override a newer START. Returns whether anything changed; a
 * contact that is not there changes nothing.
 */
export async function optOut(tx: Tx, change: ConsentChange): Promise<{ changed: boolean }> {
  const [row] = await tx
    .update(contacts)
    .set({ optedOutAt: change.at, consent: "none", consentSource: change.source, consentAt: change.at })
    .where(
      and(
        eq(contacts.orgId, change.orgId),
        eq(contacts.id, change.contactId),
        isNull(contacts.optedOutAt),
        sql`(${startedAfter(change.at)}) is not true`,
      ),
    )
    .returning({ phone: contacts.phone, name: contacts.name });
  if (row) await note(tx, change, contactOptedOut, row);
  else {
    await tx
      .update(contacts)
      .set({ consentAt: change.at })
      .where(
        and(
          eq(contacts.orgId, change.orgId),
          eq(contacts.id, change.contactId),
          lt(contacts.consentAt, change.at),
        ),
      );
  }
  return { changed: row !== undefined };
}

/**
 * The person wants no more promotions: withdraws the consent without which no marketing is sent, or notes that there is to be
 * none; everything else goes on. A consent that is newer than the wish stays.
 */
export async function stopMarketing(tx: Tx, change: ConsentChange): Promise<{ changed: boolean }> {
  const [row] = await tx
    .update(contacts)
    .set({ consent: "none", consentSource: change.source, consentAt: change.at })
    .where(
      and(
        eq(contacts.orgId, change.orgId),
        eq(contacts.id, change.contactId),
        isNull(contacts.optedOutAt),
        or(
          isNull(contacts.consentAt),
          lt(contacts.consentAt, change.at),
          and(eq(contacts.consentAt, change.at), eq(contacts.consent, "granted")),
        ),
      ),
    )
    .returning({ phone: contacts.phone, name: contacts.name });
  if (row) await note(tx, change, contactStoppedMarketing, row);
  return { changed: row !== undefined };
}

/** The person wants messages (again): clears an earlier opt-out and notes consent with its source and time. */
export async function optIn(tx: Tx, change: ConsentChange): Promise<{ changed: boolean }> {
  const [row] = await tx
    .update(contacts)
    .set({ optedOutAt: null, consent: "granted", consentSource: change.source, consentAt: change.at })
    .where(
      and(
        eq(contacts.orgId, change.orgId),
        eq(contacts.id, change.contactId),
        or(isNotNull(contacts.optedOutAt), eq(contacts.consent, "none")),
        // A wish that comes late does not undo a newer one.
        or(isNull(contacts.consentAt), lte(contacts.consentAt, change.at)),
      ),
    )
    .returning({ phone: contacts.phone, name: contacts.name });
  if (row) await note(tx, change, contactOptedIn, row);
  return { changed: row !== undefined };
}

/**
 * Notes that people agreed to marketing before, with the proof: source, wording and the day as `2026-11-25`. A contact that
 * opted out, withdrew consent or has given it already stays as it is. Returns how many consents were recorded.
 */
export async function recordConsent(
  tx: Tx,
  ctx: OrgContext,
  proof: { contactIds: string[]; source: string; wording: string; date: string },
): Promise<number> {
  const { contactIds, source, wording, date } = proof;
  const rows = await tx
    .update(contacts)
    .set({
      consent: "granted",
      consentSource: source,
      consentEvidence: wording,
      consentAt: new Date(`${date}T00:00:00+03:00`),
    })
    .where(
      and(
        eq(contacts.orgId, ctx.orgId),
        inArray(contacts.id, contactIds),
        isNull(contacts.optedOutAt),
        isNull(contacts.consentAt),
        eq(contacts.consent, "none"),
      ),
    )
    .returning({ id: contacts.id, phone: contacts.phone, name: contacts.name });
  await recordAll(
    tx,
    ctx,
    contactConsentRecorded,
    rows.map(({ id, ...contact }) => ({ subject: id, data: { ...contact, source, wording, date } })),
  );
  return rows.length;
}

async function note(
  tx: Tx,
  change: ConsentChange,
  type: typeof contactOptedOut | typeof contactStoppedMarketing | typeof contactOptedIn,
  contact: { phone: string | null; name: string },
): Promise<void> {
  await record(
    tx,
    { orgId: change.orgId, actor: change.actor ?? metaActor, clock: { now: () => change.at } },
    type,
    { subject: change.contactId, data: { ...contact, source: change.source } },
  );
}
