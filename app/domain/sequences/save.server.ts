import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import {
  sequenceEnrolments,
  sequences,
  sequenceTotals,
  sequenceVersions,
} from "#app/db/schema/sequences/sequences.ts";
import { problemOf } from "#app/domain/automation/problems.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { sequencesError } from "./errors.ts";
import {
  sequenceChanged,
  sequenceCreated,
  sequenceDeleted,
  sequenceSwitchedOff,
  sequenceSwitchedOn,
} from "./events.ts";
import { lockSequence, ownSequence, type Sequence } from "./find.server.ts";
import { runSequencesNowJob } from "./jobs.ts";
import { problemsOf, type SequenceProblem } from "./problems.ts";
import { feeSteps } from "./readyMade.ts";
import { actionOfStep } from "./steps.server.ts";
import { sequenceLimits } from "./words.ts";

/** Creates a draft: empty, or a ready-made one. @throws DomainError `sequence.too_many` */
export const createSequence = ({
  ctx,
  input: { name, ready },
}: Call<{ name: string; ready: "" | "fees" }>): Promise<{ sequenceId: string }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const counted = await tx.$count(sequences, eq(sequences.orgId, ctx.orgId));
    if (counted >= sequenceLimits.sequences)
      throw sequencesError("sequence.too_many", { values: { most: sequenceLimits.sequences } });
    const now = ctx.clock.now();
    const id = newId("seq", now.getTime());
    const draft = ready === "fees" ? feeSteps : [];
    await tx.insert(sequences).values({
      ...{ orgId: ctx.orgId, id, name, draft, nextStep: draft.length + 1, createdAt: now },
      // Reminders of a fee end when it is paid; a question about it does not end them.
      endsOnReply: ready === "",
    });
    await record(tx, ctx, sequenceCreated, { subject: id, data: { sequence: name } });
    return { sequenceId: id };
  });

interface Settings {
  sequenceId: string;
  name: string;
  endsOnReply: boolean;
  endsOnPayment: boolean;
}

/** @throws DomainError `sequence.not_found` */
export const updateSequence = ({ ctx, input: { sequenceId, ...settings } }: Call<Settings>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockSequence(tx, ctx, sequenceId);
    await tx.update(sequences).set(settings).where(ownSequence(ctx, sequenceId));
    await record(tx, ctx, sequenceChanged, { subject: sequenceId, data: { sequence: settings.name } });
    return { sequenceId };
  });

/** All that keeps a draft from being switched on: its own, and what the organisation lacks. */
export async function problemsWithin(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId" | "clock">,
  { draft }: Pick<Sequence, "draft">,
): Promise<SequenceProblem[]> {
  const found = problemsOf(draft);
  for (const step of draft) {
    const action = actionOfStep(step);
    const problem = action ? await problemOf(tx, ctx, action) : undefined;
    if (problem) found.push({ stepId: step.id, text: problem.said });
  }
  return found;
}

interface Switch {
  sequenceId: string;
  isOn: boolean;
}

/**
 * Switches a sequence on, with its draft as a new version where that differs, or off: its enrolments wait where they are.
 * @throws DomainError `sequence.not_found`, `sequence.not_ready`
 */
export const switchSequence = ({ ctx, input: { sequenceId, isOn } }: Call<Switch>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const sequence = await lockSequence(tx, ctx, sequenceId);
    if (!isOn) {
      if (sequence.state === "on") await switchOff(tx, ctx, sequence);
      return { version: sequence.version };
    }
    if (sequence.state === "on" && !sequence.isChanged) return { version: sequence.version };
    return { version: await switchOn(tx, ctx, sequence) };
  });

async function switchOff(tx: Tx, ctx: OrgContext, { id, name }: Sequence): Promise<void> {
  await tx.update(sequences).set({ state: "off" }).where(ownSequence(ctx, id));
  await record(tx, ctx, sequenceSwitchedOff, { subject: id, data: { sequence: name } });
}

async function switchOn(tx: Tx, ctx: OrgContext, sequence: Sequence): Promise<number> {
  const { id, name, draft, isChanged } = sequence;
  const problems = await problemsWithin(tx, ctx, sequence);
  if (problems.length > 0)
    throw sequencesError("sequence.not_ready", {
      values: { said: problems.map(({ text }) => text).join(" ") },
    });
  const version = isChanged ? (sequence.version ?? 0) + 1 : (sequence.version ?? 1);
  const now = ctx.clock.now();
  if (isChanged)
    await tx.insert(sequenceVersions).values({
      ...{ orgId: ctx.orgId, sequenceId: id, number: version, steps: draft, createdAt: now },
      createdBy: userOf(ctx.actor),
    });
  await tx.update(sequences).set({ state: "on", version, isChanged: false }).where(ownSequence(ctx, id));
  await tx
    .update(sequenceEnrolments)
    .set({ dueAt: now, held: null })
    .where(
      and(
        eq(sequenceEnrolments.orgId, ctx.orgId),
        eq(sequenceEnrolments.sequenceId, id),
        eq(sequenceEnrolments.held, "off"),
      ),
    );
  await record(tx, ctx, sequenceSwitchedOn, { subject: id, data: { sequence: name, version } });
  await ctx.jobs.enqueue(runSequencesNowJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });
  return version;
}

/** Deletes a sequence that is not on, with its enrolments. @throws DomainError `sequence.not_found`, `sequence.is_on` */
export const deleteSequence = ({ ctx, input: { sequenceId } }: Call<{ sequenceId: string }>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { name, state } = await lockSequence(tx, ctx, sequenceId);
    if (state === "on") throw sequencesError("sequence.is_on");
    await tx.delete(sequences).where(ownSequence(ctx, sequenceId));
    await tx
      .delete(sequenceTotals)
      .where(and(eq(sequenceTotals.orgId, ctx.orgId), eq(sequenceTotals.sequenceId, sequenceId)));
    await record(tx, ctx, sequenceDeleted, { subject: sequenceId, data: { sequence: name } });
    return {};
  });
