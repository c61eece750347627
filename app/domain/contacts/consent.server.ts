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
import type { Jobs } from "#app/platform/jobs.ts";

export interface ConsentChange {
  orgId: OrgId;
  contactId: string;
  /** The source of the wish, for the record: `whatsapp:STOP`, `member`, … */
  source: string;
  at: Date;
  /** The member who recorded it; undefined when the person sent it themselves. */
  actor?: Actor;
  /** Needed for an opt-out, which ends sequences. */
  jobs?: Jobs;
}

/**
 * SQL: the person sent START, or resumed in WhatsApp's settings, after `at`. Any other consent has the time
 * at which it was recorded, not given.
 */
const startedAfter = (at: Date) =>
  and(
    eq(contacts.consent, "granted"),
    gt(contacts.consentAt, at),
    like(contacts.consentSource, "whatsapp:%"),
  )!;

/**
 * Records an opt-out and withdraws consent. The time of the first opt-out stays, that of the last message is
 * `consentAt`. A late STOP does not override a newer START. Returns whether anything changed; an unknown
 * contact changes nothing.
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
 * Stops promotions: withdraws the consent that marketing requires, or records the refusal; everything else
 * continues. A newer consent stays.
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

/**
 * Records that the person wants messages (again): clears an earlier opt-out and stores consent with its
 * source and time.
 */
export async function optIn(tx: Tx, change: ConsentChange): Promise<{ changed: boolean }> {
  const [row] = await tx
    .update(contacts)
    .set({ optedOutAt: null, consent: "granted", consentSource: change.source, consentAt: change.at })
    .where(
      and(
        eq(contacts.orgId, change.orgId),
        eq(contacts.id, change.contactId),
        or(isNotNull(contacts.optedOutAt), eq(contacts.consent, "none")),
        // A late wish does not undo a newer one.
        or(isNull(contacts.consentAt), lte(contacts.consentAt, change.at)),
      ),
    )
    .returning({ phone: contacts.phone, name: contacts.name });
  if (row) await note(tx, change, contactOptedIn, row);
  return { changed: row !== undefined };
}

/**
 * Records earlier consent to marketing, with the proof: source, wording and the day as `2026-11-25`. A
 * contact that opted out, withdrew consent or already gave it is unchanged. Returns how many consents were
 * recorded.
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
    {
      ...{ orgId: change.orgId, actor: change.actor ?? metaActor, clock: { now: () => change.at } },
      ...(change.jobs && { jobs: change.jobs }),
    },
    type,
    { subject: change.contactId, data: { ...contact, source: change.source } },
  );
}
