import type { Tx } from "#app/db/client.server.ts";
import { type SequenceStep, type SequenceStepBody, sequences } from "#app/db/schema/sequences/sequences.ts";
import { actionChoices } from "#app/domain/automation/choices.server.ts";
import { problemOf } from "#app/domain/automation/problems.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { sequencesError } from "./errors.ts";
import { sequenceChanged } from "./events.ts";
import {
  findSequence,
  findStep,
  lockSequence,
  ownSequence,
  type Sequence,
  shortOf,
  templateNames,
} from "./find.server.ts";
import { badWay } from "./problems.ts";
import type { SequenceStepForm } from "./schemas.ts";
import { bodyOf, invalidStep } from "./stepOf.ts";
import { sequenceLimits, sequenceStepKinds } from "./words.ts";

/** What a step asks of the organisation, as an action; undefined when it asks nothing. */
export const actionOfStep = (body: SequenceStepBody) => {
  if (body.kind === "send") return { ...body, kind: "template" as const };
  return body.kind === "act" ? body.action : undefined;
};

/** A step may refer only to objects of this organisation. @throws DomainError `sequence.invalid` */
async function requireOwn(tx: Tx, ctx: OrgContext, body: SequenceStepBody): Promise<void> {
  const action = actionOfStep(body);
  const problem = action ? await problemOf(tx, ctx, action) : undefined;
  if (problem) throw invalidStep(problem.field, problem.said);
}

/** Stores steps whose branches lead forward. @throws DomainError `sequence.invalid` */
async function store(
  tx: Tx,
  ctx: OrgContext,
  sequence: Sequence,
  draft: SequenceStep[],
  nextStep = sequence.nextStep,
): Promise<void> {
  const bad = badWay(draft);
  if (bad) throw invalidStep("otherwise", bad.text);
  await tx.update(sequences).set({ draft, nextStep, isChanged: true }).where(ownSequence(ctx, sequence.id));
  await record(tx, ctx, sequenceChanged, { subject: sequence.id, data: { sequence: sequence.name } });
}

/**
 * Adds a step after `after`, or at the end. @throws DomainError `sequence.not_found`, `sequence.too_many_steps`,
 * `sequence.invalid`
 */
export const addSequenceStep = ({
  ctx,
  input: { sequenceId, after, ...form },
}: Call<SequenceStepForm & { sequenceId: string; after: string }>): Promise<{ stepId: string }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const sequence = await lockSequence(tx, ctx, sequenceId);
    if (sequence.draft.length >= sequenceLimits.steps)
      throw sequencesError("sequence.too_many_steps", { values: { most: sequenceLimits.steps } });
    const body = bodyOf(form);
    await requireOwn(tx, ctx, body);
    const step: SequenceStep = { ...body, id: `s${sequence.nextStep}` };
    const index = sequence.draft.findIndex(({ id }) => id === after);
    const draft = sequence.draft.toSpliced(index < 0 ? sequence.draft.length : index + 1, 0, step);
    await store(tx, ctx, sequence, draft, sequence.nextStep + 1);
    return { stepId: step.id };
  });

interface OneStep {
  sequenceId: string;
  stepId: string;
}

/** @throws DomainError `sequence.not_found`, `step.not_found`, `sequence.invalid` */
export const updateSequenceStep = ({
  ctx,
  input: { sequenceId, stepId, ...form },
}: Call<SequenceStepForm & OneStep>): Promise<{ stepId: string }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const sequence = await lockSequence(tx, ctx, sequenceId);
    findStep(sequence, stepId);
    const body = bodyOf(form);
    await requireOwn(tx, ctx, body);
    const draft = sequence.draft.map((each) => (each.id === stepId ? { ...body, id: stepId } : each));
    await store(tx, ctx, sequence, draft);
    return { stepId };
  });

/**
 * Swaps a step with its neighbour; the first and the last stay. @throws DomainError `step.not_found`,
 * `sequence.invalid` where a branch would lead back
 */
export const moveSequenceStep = ({
  ctx,
  input: { sequenceId, stepId, direction },
}: Call<OneStep & { direction: "up" | "down" }>): Promise<{ stepId: string }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const sequence = await lockSequence(tx, ctx, sequenceId);
    const step = findStep(sequence, stepId);
    const draft = [...sequence.draft];
    const from = draft.indexOf(step);
    const to = from + (direction === "up" ? -1 : 1);
    const other = draft[to];
    if (!other) return { stepId };
    [draft[from], draft[to]] = [other, step];
    await store(tx, ctx, sequence, draft);
    return { stepId };
  });

/** Deletes a step to which no branch leads. @throws DomainError `step.not_found`, `sequence.step_in_use` */
export const deleteSequenceStep = ({ ctx, input: { sequenceId, stepId } }: Call<OneStep>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const sequence = await lockSequence(tx, ctx, sequenceId);
    findStep(sequence, stepId);
    const draft = sequence.draft.filter(({ id }) => id !== stepId);
    const user = draft.find((step) => step.kind === "check" && step.otherwise === stepId);
    if (user) {
      const said = `${sequence.draft.indexOf(user) + 1}. ${sequenceStepKinds[user.kind].label}`;
      throw sequencesError("sequence.step_in_use", { values: { said } });
    }
    await store(tx, ctx, sequence, draft);
    return {};
  });

/** Choices of a step's form. @throws DomainError `sequence.not_found` */
export const getSequenceForm = (ctx: OrgContext, sequenceId: string) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const sequence = await findSequence(tx, ctx, sequenceId);
    return {
      sequence: shortOf(sequence),
      steps: sequence.draft,
      choices: await actionChoices(tx, ctx),
      names: await templateNames(tx, ctx, sequence.draft),
    };
  });
