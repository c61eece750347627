import { asc, desc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { sequences } from "#app/db/schema/sequences/sequences.ts";
import { findContact } from "#app/domain/contacts/find.server.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { segmentsOf } from "#app/domain/contacts/segments/queries.server.ts";
import { usedTags } from "#app/domain/contacts/usedTags.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { runningBatches } from "./batch.server.ts";
import { clocksOf } from "./clocks.server.ts";
import { figuresOf } from "./figures.server.ts";
import { findSequence, findStep, shortOf, stepsOfVersion, templateNames } from "./find.server.ts";
import { loadPerson } from "./person.server.ts";
import { anchorOf, needsAnchor, simulate } from "./plan.ts";
import { problemsWithin } from "./save.server.ts";

/** The organisation's sequences by name, with those in them. */
export const listSequences = (ctx: OrgContext) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => ({
    sequences: await tx
      .select({
        ...{ id: sequences.id, name: sequences.name, state: sequences.state },
        ...{ isChanged: sequences.isChanged, version: sequences.version },
        steps: sql<number>`jsonb_array_length(${sequences.draft})`,
        open: sql<number>`(select coalesce(sum(t.count), 0)::int from sequence_totals t where t.org_id = ${ctx.orgId}
          and t.sequence_id = ${sql`"sequences"."id"`} and t.counted = 'open')`,
      })
      .from(sequences)
      .where(eq(sequences.orgId, ctx.orgId))
      .orderBy(asc(sequences.name), asc(sequences.id)),
  }));

/** A sequence with its steps, problems and figures. @throws DomainError `sequence.not_found` */
export const getSequence = (ctx: OrgContext, sequenceId: string) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const sequence = await findSequence(tx, ctx, sequenceId);
    return {
      sequence: shortOf(sequence),
      steps: sequence.draft,
      templates: await templateNames(tx, ctx, sequence.draft),
      problems: await problemsWithin(tx, ctx, sequence),
      figures: await figuresOf(tx, ctx, sequenceId),
      batches: await runningBatches(tx, ctx, sequenceId),
    };
  });

/** @throws DomainError `sequence.not_found`, `step.not_found` */
export const getSequenceStep = (
  ctx: OrgContext,
  { sequenceId, stepId }: { sequenceId: string; stepId: string },
) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const sequence = await findSequence(tx, ctx, sequenceId);
    return { sequence: shortOf(sequence), step: findStep(sequence, stepId) };
  });

/** A sequence, and whether its version in force waits for the date of an enrolment, or has it in a text. */
async function sequenceWithNeeds(tx: Tx, ctx: OrgContext, sequenceId: string) {
  const sequence = await findSequence(tx, ctx, sequenceId);
  const { version } = sequence;
  const steps = version === null ? [] : await stepsOfVersion(tx, ctx, sequenceId, version);
  const isNeeded = needsAnchor(steps);
  const usesAnchor = isNeeded || JSON.stringify(steps).includes("anchor_date");
  return { sequence: shortOf(sequence), needsAnchor: isNeeded, usesAnchor };
}

/** Choices of the audience to enrol. @throws DomainError `sequence.not_found` */
export const getEnrolmentForm = (ctx: OrgContext, sequenceId: string) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => ({
    ...(await sequenceWithNeeds(tx, ctx, sequenceId)),
    tags: (await usedTags(tx, ctx.orgId)).map(({ tag }) => tag),
    segments: (await segmentsOf(tx, ctx.orgId)).map(({ id, name }) => ({ id, name })),
  }));

/** The steps of the draft that would run for a contact, or for an example. Nothing is sent. @throws DomainError `sequence.not_found` */
export const simulateSequence = (
  ctx: OrgContext,
  { sequenceId, contactId, anchor }: { sequenceId: string; contactId: string; anchor: string },
) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const sequence = await findSequence(tx, ctx, sequenceId);
    const now = ctx.clock.now();
    const anchorAt = anchorOf(anchor);
    if (contactId !== "") await findContact(tx, ctx.orgId, contactId);
    const person = await loadPerson(tx, ctx, { contactId, anchorAt, createdAt: now });
    const clocks = await clocksOf(tx, ctx);
    const people = await tx
      .select({ id: contacts.id, name: contacts.name, phone: contacts.phone })
      .from(contacts)
      .where(eq(contacts.orgId, ctx.orgId))
      .orderBy(desc(contacts.id))
      .limit(50);
    return {
      sequence: shortOf(sequence),
      steps: sequence.draft,
      templates: await templateNames(tx, ctx, sequence.draft),
      people: people.map(({ id, name, phone }) => ({ id, name: nameOf(name, phone) })),
      shown: simulate(sequence.draft, now, { anchorAt, factOf: person.factOf }, clocks),
    };
  });
