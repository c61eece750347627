import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { type EnrolmentSource, sequenceEnrolments, sequences } from "#app/db/schema/sequences/sequences.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { recordAll } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { sequencesError } from "./errors.ts";
import { contactEnrolled } from "./events.ts";
import { ownSequence, type Sequence, stepsOfVersion } from "./find.server.ts";
import { runSequencesNowJob } from "./jobs.ts";

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
 * stay out. Returns the new enrolments. @throws DomainError `sequence.not_found`, `sequence.not_on`
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
  const added = await insert(tx, ctx, sequence, rows, origin);
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

/** The names of those who exist and did not opt out, by their ids. */
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
    );
  return new Map(rows.map(({ id, name, phone }) => [id, nameOf(name, phone)]));
}

async function insert(
  tx: Tx,
  ctx: OrgContext,
  { id: sequenceId, version }: Sequence & { version: number },
  people: readonly NewEnrolment[],
  { source, batchId }: Origin,
) {
  const now = ctx.clock.now();
  const [first] = await stepsOfVersion(tx, ctx, sequenceId, version);
  return tx
    .insert(sequenceEnrolments)
    .values(
      people.map(({ contactId, subjectId = "", anchorAt = null }) => ({
        ...{ orgId: ctx.orgId, id: newId("enr", now.getTime()), sequenceId, version, contactId },
        ...{ subjectId, anchorAt, source, batchId: batchId ?? null, stepId: first?.id ?? null },
        ...{ enteredAt: now, dueAt: now, createdAt: now },
      })),
    )
    .onConflictDoNothing()
    .returning({ id: sequenceEnrolments.id, contactId: sequenceEnrolments.contactId });
}
