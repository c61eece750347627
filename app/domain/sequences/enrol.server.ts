import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { type EnrolmentSource, sequenceEnrolments, sequences } from "#app/db/schema/sequences/sequences.ts";
import { badPhone, contactsError } from "#app/domain/contacts/errors.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { recordAll } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { sequencesError } from "./errors.ts";
import { contactEnrolled } from "./events.ts";
import { ownSequence, type Sequence, stepsOfVersion } from "./find.server.ts";
import { runSequencesNowJob } from "./jobs.ts";
import { anchorOf, needsAnchor } from "./plan.ts";
import { anchorDay } from "./schemas.ts";
import { addToTotals } from "./totals.server.ts";
import { sequenceLimits } from "./words.ts";

const dayMs = 86_400_000;

/** A contact to be enrolled. */
export interface NewEnrolment {
  contactId: string;
  /** What it is about, such as a due: it can be ended by this key, and a contact has one open enrolment for each. */
  subjectId?: string | undefined;
  /** The date from which its waits count. */
  anchorAt?: Date | null | undefined;
}

interface Origin {
  source: EnrolmentSource;
  batchId?: string;
}

/**
 * Enrols contacts in a sequence that is on, in the caller's transaction; those who are in it, and those who opted out,
 * stay out. Returns the new enrolments. @throws DomainError `sequence.not_found`, `sequence.not_on`, `sequence.needs_date`
 */
export async function enrolIn(
  tx: Tx,
  ctx: OrgContext,
  sequenceId: string,
  wanted: readonly NewEnrolment[],
  origin: Origin,
): Promise<{ id: string; contactId: string }[]> {
  const sequence = await requireOn(tx, ctx, sequenceId);
  const people = await reachable(tx, ctx, wanted);
  const rows = wanted.filter(({ contactId }) => people.has(contactId));
  if (rows.length === 0) return [];
  const steps = await stepsOfVersion(tx, ctx, sequenceId, sequence.version);
  if (needsAnchor(steps) && rows.some(({ anchorAt }) => !anchorAt))
    throw sequencesError("sequence.needs_date", { field: "anchor" });
  const stepId = steps[0]?.id ?? null;
  const added = await insert(tx, ctx, { sequence, stepId }, rows, origin);
  await recordAll(
    tx,
    ctx,
    contactEnrolled,
    added.map(({ contactId }) => ({
      subject: sequenceId,
      data: { sequence: sequence.name, contactId, contact: people.get(contactId)!, source: origin.source },
    })),
  );
  if (added.length > 0)
    await ctx.jobs.enqueue(runSequencesNowJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });
  await addToTotals(tx, ctx.orgId, [{ sequenceId, stepId, counted: "open", by: added.length }]);
  return added;
}

/** The same for one contact by id. @throws DomainError `contact.not_found`, `sequence.opted_out` as well */
export async function enrolOneIn(
  tx: Tx,
  ctx: OrgContext,
  sequenceId: string,
  person: NewEnrolment,
  origin: Origin,
): Promise<{ enrolmentId: string; isNew: boolean }> {
  const [contact] = await tx
    .select({ optedOutAt: contacts.optedOutAt })
    .from(contacts)
    .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, person.contactId)));
  if (!contact) throw notFound("Contact");
  if (contact.optedOutAt) throw sequencesError("sequence.opted_out");
  const [added] = await enrolIn(tx, ctx, sequenceId, [person], origin);
  if (added) return { enrolmentId: added.id, isNew: true };
  const [known] = await tx
    .select({ id: sequenceEnrolments.id })
    .from(sequenceEnrolments)
    .where(
      and(
        ...[eq(sequenceEnrolments.orgId, ctx.orgId), eq(sequenceEnrolments.sequenceId, sequenceId)],
        eq(sequenceEnrolments.contactId, person.contactId),
        eq(sequenceEnrolments.subjectId, person.subjectId ?? ""),
        isNull(sequenceEnrolments.endedAt),
      ),
    );
  if (!known) throw notFound("Enrolment");
  return { enrolmentId: known.id, isNew: false };
}

interface Automatic {
  sequenceId: string;
  contactId: string;
  /** A day; other texts are no date. */
  anchor: string;
  by: "rule" | "flow";
}

/**
 * The same by a rule or a flow, in its transaction, a few times a day for each contact. @throws DomainError those of
 * `enrolOneIn`, `sequence.enrolled_often`
 */
export async function enrolByAutomation(
  tx: Tx,
  ctx: OrgContext,
  { sequenceId, contactId, anchor, by }: Automatic,
): Promise<{ enrolmentId: string; isNew: boolean }> {
  const most = sequenceLimits.automaticADay;
  const recent = await tx.$count(
    sequenceEnrolments,
    and(
      ...[eq(sequenceEnrolments.orgId, ctx.orgId), eq(sequenceEnrolments.contactId, contactId)],
      eq(sequenceEnrolments.sequenceId, sequenceId),
      inArray(sequenceEnrolments.source, ["rule", "flow"]),
      gt(sequenceEnrolments.createdAt, new Date(ctx.clock.now().getTime() - dayMs)),
    ),
  );
  if (recent >= most) throw sequencesError("sequence.enrolled_often", { values: { most } });
  const anchorAt = anchorOf(anchorDay.safeParse(anchor).data ?? "");
  return enrolOneIn(tx, ctx, sequenceId, { contactId, anchorAt }, { source: by });
}

interface Named {
  sequenceId: string;
  contactId: string | undefined;
  phone: string | undefined;
  date: string;
}

/**
 * Enrols a contact by its id or phone, for a program. @throws DomainError those of `enrolOneIn`, `contact.no_identity`,
 * `contact.bad_phone`
 */
export const enrolNamed = ({ ctx, input: { sequenceId, contactId, phone, date } }: Call<Named>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const id = contactId ?? (await contactOfPhone(tx, ctx, phone));
    const person = { contactId: id, anchorAt: anchorOf(date) };
    return enrolOneIn(tx, ctx, sequenceId, person, { source: "api" });
  });

/** @throws DomainError `contact.no_identity`, `contact.bad_phone`, `contact.not_found` */
async function contactOfPhone(tx: Tx, { orgId }: OrgContext, typed: string | undefined): Promise<string> {
  if (typed === undefined) throw contactsError("contact.no_identity");
  const known = normalisePhone(typed);
  if (!known.ok) throw badPhone(known.reason);
  const [contact] = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), eq(contacts.phone, known.phone)));
  if (!contact) throw notFound("Contact");
  return contact.id;
}

type One = NewEnrolment & { sequenceId: string; source: EnrolmentSource };

/** Enrols one contact. @throws DomainError those of `enrolOneIn` */
export const enrolOne = ({ ctx, input: { sequenceId, source, ...person } }: Call<One>) =>
  ctx.db.withOrg(ctx.orgId, (tx) => enrolOneIn(tx, ctx, sequenceId, person, { source }));

/** A sequence that stays on until the transaction ends. @throws DomainError `sequence.not_found`, `sequence.not_on` */
export async function requireOn(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId">,
  sequenceId: string,
): Promise<Sequence & { version: number }> {
  const [sequence] = await tx.select().from(sequences).where(ownSequence(ctx, sequenceId)).for("share");
  if (!sequence) throw notFound("Sequence");
  const { state, version } = sequence;
  if (state !== "on" || version === null) throw sequencesError("sequence.not_on");
  return { ...sequence, version };
}

/** The names of those who exist and did not opt out, by their ids. None is erased or merged before the transaction ends. */
async function reachable(tx: Tx, { orgId }: OrgContext, wanted: readonly NewEnrolment[]) {
  const rows = await tx
    .select({ id: contacts.id, name: contacts.name, phone: contacts.phone })
    .from(contacts)
    .where(
      and(
        eq(contacts.orgId, orgId),
        inArray(
          contacts.id,
          wanted.map(({ contactId }) => contactId),
        ),
        isNull(contacts.optedOutAt),
      ),
    )
    .orderBy(asc(contacts.id))
    .for("key share");
  return new Map(rows.map(({ id, name, phone }) => [id, nameOf(name, phone)]));
}

/** Where enrolments begin. */
interface First {
  sequence: Sequence & { version: number };
  stepId: string | null;
}

async function insert(
  tx: Tx,
  ctx: OrgContext,
  { sequence: { id: sequenceId, version }, stepId }: First,
  people: readonly NewEnrolment[],
  { source, batchId }: Origin,
) {
  const now = ctx.clock.now();
  return tx
    .insert(sequenceEnrolments)
    .values(
      people.map(({ contactId, subjectId = "", anchorAt = null }) => ({
        ...{ orgId: ctx.orgId, id: newId("enr", now.getTime()), sequenceId, version, contactId },
        ...{ subjectId, anchorAt, source, batchId: batchId ?? null, stepId },
        ...{ enteredAt: now, dueAt: now, createdAt: now },
      })),
    )
    .onConflictDoNothing()
    .returning({ id: sequenceEnrolments.id, contactId: sql<string>`${sequenceEnrolments.contactId}` });
}
