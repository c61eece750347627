import type { Tx } from "#app/db/client.server.ts";
import { type FlowStep, type FlowStepBody, flows } from "#app/db/schema/flows/flows.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { m } from "#messages";
import { flowsError } from "../errors.ts";
import { stepAdded, stepChanged, stepDeleted, stepMoved } from "../events.ts";
import { type Flow, findStep, lockFlow, ownFlow } from "../find.server.ts";
import type { StepForm } from "../schemas.ts";
import { maxSteps, stepKinds } from "../words.ts";
import { problemAround } from "./problemAround.server.ts";
import { bodyOf, titleOf, waysOf } from "./stepOf.ts";

const invalid = (field: string, said: string) => flowsError("flow.invalid", { values: { said }, field });
const nameOf = (step: FlowStep) => `${stepKinds[step.kind].label}, ${titleOf(step)}`;

/** A step may refer only to objects of this organisation. @throws DomainError `flow.invalid` */
async function requireOwn(tx: Tx, ctx: OrgContext, body: FlowStepBody): Promise<void> {
  const problem = await problemAround(tx, ctx, body);
  if (problem) throw invalid(problem.field, problem.said);
}

/** @throws DomainError `flow.invalid` when a target is missing */
function requireWays(steps: readonly FlowStep[], step: FlowStep): void {
  const ids = new Set(steps.map(({ id }) => id));
  if (waysOf(step).every((goTo) => goTo === "" || ids.has(goTo))) return;
  throw invalid("next", m.flows_step_way_to_deleted_step());
}

const store = (tx: Tx, ctx: OrgContext, flow: Flow, steps: FlowStep[], nextStep = flow.nextStep) =>
  tx
    .update(flows)
    .set({ draft: { ...flow.draft, steps }, nextStep, isChanged: true })
    .where(ownFlow(ctx, flow.id));

/**
 * Adds a step after `after`, or at the end. @throws DomainError `flow.not_found`, `flow.too_many_steps`,
 * `flow.invalid`
 */
export function createStep({
  ctx,
  input: { flowId, after, ...form },
}: Call<StepForm & { flowId: string; after: string }>): Promise<{ stepId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await lockFlow(tx, ctx, flowId);
    if (flow.draft.steps.length >= maxSteps)
      throw flowsError("flow.too_many_steps", { values: { most: maxSteps } });
    const body = bodyOf(form);
    await requireOwn(tx, ctx, body);
    const step: FlowStep = { ...body, id: `s${flow.nextStep}`, next: form.next };
    const steps = [...flow.draft.steps];
    const index = steps.findIndex(({ id }) => id === after);
    steps.splice(index < 0 ? steps.length : index + 1, 0, step);
    requireWays(steps, step);
    await store(tx, ctx, flow, steps, flow.nextStep + 1);
    await record(tx, ctx, stepAdded, { subject: flowId, data: { flow: flow.name, step: nameOf(step) } });
    return { stepId: step.id };
  });
}

/** @throws DomainError `flow.not_found`, `step.not_found`, `flow.invalid` */
export function updateStep({
  ctx,
  input: { flowId, stepId, ...form },
}: Call<StepForm & { flowId: string; stepId: string }>): Promise<{ stepId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await lockFlow(tx, ctx, flowId);
    findStep(flow, stepId);
    const body = bodyOf(form);
    await requireOwn(tx, ctx, body);
    const step: FlowStep = { ...body, id: stepId, next: form.next };
    const steps = flow.draft.steps.map((each) => (each.id === stepId ? step : each));
    requireWays(steps, step);
    await store(tx, ctx, flow, steps);
    await record(tx, ctx, stepChanged, { subject: flowId, data: { flow: flow.name, step: nameOf(step) } });
    return { stepId };
  });
}

/**
 * Swaps the step with the previous or next one; the first and the last stay. @throws DomainError
 * `step.not_found`
 */
export function moveStep({
  ctx,
  input: { flowId, stepId, direction },
}: Call<{ flowId: string; stepId: string; direction: "up" | "down" }>): Promise<{ stepId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await lockFlow(tx, ctx, flowId);
    const step = findStep(flow, stepId);
    const steps = [...flow.draft.steps];
    const from = steps.indexOf(step);
    const to = from + (direction === "up" ? -1 : 1);
    if (to < 0 || to >= steps.length) return { stepId };
    [steps[from], steps[to]] = [steps[to]!, step];
    await store(tx, ctx, flow, steps);
    await record(tx, ctx, stepMoved, { subject: flowId, data: { flow: flow.name, step: nameOf(step) } });
    return { stepId };
  });
}

/**
 * Deletes a step, unless another one leads to it by id. @throws DomainError `step.not_found`,
 * `flow.step_in_use`
 */
export function deleteStep({ ctx, input: { flowId, stepId } }: Call<{ flowId: string; stepId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await lockFlow(tx, ctx, flowId);
    const step = findStep(flow, stepId);
    const steps = flow.draft.steps.filter(({ id }) => id !== stepId);
    const users = steps.filter((other) => waysOf(other).includes(stepId));
    if (users.length > 0)
      throw flowsError("flow.step_in_use", { values: { said: users.map(nameOf).join("; ") } });
    await store(tx, ctx, flow, steps);
    await record(tx, ctx, stepDeleted, { subject: flowId, data: { flow: flow.name, step: nameOf(step) } });
    return {};
  });
}
