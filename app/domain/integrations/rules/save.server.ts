import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { Condition } from "#app/db/schema/automation/conditions.ts";
import { flows } from "#app/db/schema/flows/flows.ts";
import { type RuleAction, rules } from "#app/db/schema/integrations/rules.ts";
import { problemOf } from "#app/domain/automation/problems.server.ts";
import { integrationsError } from "#app/domain/integrations/errors.ts";
import { ruleChanged, ruleCreated, ruleDeleted, ruleSwitched } from "#app/domain/integrations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { problemOfEnrolling } from "#app/domain/sequences/choices.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { actionOf } from "./actionOf.ts";
import { lockRule, ownRule } from "./find.server.ts";
import type { RuleForm } from "./schemas.ts";

const mostRules = 100;

const invalid = (field: string, message: string) =>
  integrationsError("rule.invalid", { values: { said: message }, field });

/** Creates a rule, switched off. @throws DomainError `rule.too_many`, `rule.invalid` */
export async function createRule({ ctx, input }: Call<RuleForm>) {
  const now = ctx.clock.now();
  const id = newId("rul", now.getTime());
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [counted] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(rules)
      .where(eq(rules.orgId, ctx.orgId));
    if ((counted?.count ?? 0) >= mostRules)
      throw integrationsError("rule.too_many", { values: { mostRules } });
    const parts = await partsOf(tx, ctx, input);
    await tx.insert(rules).values({ orgId: ctx.orgId, id, ...parts, createdAt: now });
    await record(tx, ctx, ruleCreated, { subject: id, data: { rule: input.name } });
    return { ruleId: id };
  });
}

/** @throws DomainError `rule.not_found`, `rule.invalid` */
export async function updateRule({ ctx, input }: Call<RuleForm & { ruleId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockRule(tx, ctx, input.ruleId);
    await tx
      .update(rules)
      .set(await partsOf(tx, ctx, input))
      .where(ownRule(ctx, input.ruleId));
    await record(tx, ctx, ruleChanged, { subject: input.ruleId, data: { rule: input.name } });
    return { ruleId: input.ruleId };
  });
}

/** @throws DomainError `rule.not_found` */
export async function switchRule({ ctx, input: { ruleId, isOn } }: Call<{ ruleId: string; isOn: boolean }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rule = await lockRule(tx, ctx, ruleId);
    if (rule.isOn === isOn) return { ruleId };
    await tx.update(rules).set({ isOn, offReason: null }).where(ownRule(ctx, ruleId));
    await record(tx, ctx, ruleSwitched, { subject: ruleId, data: { rule: rule.name, isOn } });
    return { ruleId };
  });
}

/** Deletes a rule with its log. @throws DomainError `rule.not_found` */
export async function deleteRule({ ctx, input: { ruleId } }: Call<{ ruleId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { name } = await lockRule(tx, ctx, ruleId);
    await tx.delete(rules).where(ownRule(ctx, ruleId));
    await tx.execute(sql`delete from event_tasks where org_id = ${ctx.orgId} and subscriber_id = ${ruleId}`);
    await record(tx, ctx, ruleDeleted, { subject: ruleId, data: { rule: name } });
    return {};
  });
}

async function partsOf(tx: Tx, ctx: OrgContext, form: RuleForm) {
  const conditions = ([1, 2, 3] as const).flatMap((n): Condition[] => {
    const field = form[`field${n}`];
    return field === "" ? [] : [{ field, operator: form[`operator${n}`], value: form[`value${n}`] }];
  });
  const actions = actionsOf(form);
  for (const action of actions) await requireOwn(tx, ctx, action);
  return { name: form.name, event: form.event, conditions, actions };
}

function actionsOf(form: RuleForm): RuleAction[] {
  const { templateId, tag, teamId, memberId, endpointId, stageId, flowId, sequenceId } = form;
  const { dealTitle, dealValue: valueCents, taskTitle, taskDays: days, taskMemberId } = form;
  const { paymentAmount: amount } = form;
  return [
    ...(templateId ? [{ kind: "template" as const, templateId, values: valuesIn(form.values) }] : []),
    ...(tag ? [{ kind: "tag" as const, tag }] : []),
    ...(teamId ? [{ kind: "team" as const, teamId }] : []),
    ...(memberId ? [{ kind: "assign" as const, memberId }] : []),
    ...(endpointId ? [{ kind: "webhook" as const, endpointId }] : []),
    ...(dealTitle ? [{ kind: "deal" as const, title: dealTitle, valueCents, stageId }] : []),
    ...(taskTitle ? [{ kind: "task" as const, title: taskTitle, days, memberId: taskMemberId }] : []),
    ...(amount
      ? [{ kind: "payment" as const, amount, reason: form.paymentReason, way: form.paymentWay }]
      : []),
    ...(form.orderItems ? [{ kind: "order" as const, items: form.orderItems, ask: form.orderAsk }] : []),
    ...(sequenceId ? [{ kind: "sequence" as const, sequenceId, anchor: form.anchor }] : []),
    ...(flowId ? [{ kind: "flow" as const, flowId }] : []),
  ];
}

/** One value per line; empty lines at the end are ignored. */
const valuesIn = (text: string): string[] =>
  text.trimEnd() === ""
    ? []
    : text
        .trimEnd()
        .split("\n")
        .map((line) => line.trim());

/** An action may refer only to objects of this organisation. @throws DomainError `rule.invalid` */
async function requireOwn(tx: Tx, ctx: OrgContext, action: RuleAction): Promise<void> {
  if (action.kind === "flow") return requireLiveFlow(tx, ctx, action.flowId);
  const problem = await problemOfAction(tx, ctx, action);
  if (!problem) return;
  const { field, said } = problem;
  const fields: Record<string, string> = {
    "task memberId": "taskMemberId",
    "payment value": "paymentAmount",
    "order items": "orderItems",
  };
  throw invalid(fields[`${action.kind} ${field}`] ?? field, said);
}

function problemOfAction(tx: Tx, ctx: OrgContext, action: Exclude<RuleAction, { kind: "flow" }>) {
  if (action.kind === "sequence") return problemOfEnrolling(tx, ctx, action);
  return problemOf(tx, ctx, action.kind === "webhook" ? action : actionOf(action));
}

async function requireLiveFlow(tx: Tx, ctx: OrgContext, flowId: string): Promise<void> {
  const [flow] = await tx
    .select({ status: flows.status })
    .from(flows)
    .where(and(eq(flows.orgId, ctx.orgId), eq(flows.id, flowId)));
  if (flow?.status !== "live") throw invalid("flowId", m.errors_rule_flow_not_live());
}
