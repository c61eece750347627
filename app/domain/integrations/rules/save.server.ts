import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { Condition } from "#app/db/schema/automation.ts";
import { webhookEndpoints } from "#app/db/schema/developers.ts";
import { flows } from "#app/db/schema/flows.ts";
import { members } from "#app/db/schema/identity.ts";
import { type RuleAction, rules } from "#app/db/schema/integrations.ts";
import { templates } from "#app/db/schema/whatsapp.ts";
import { stagesOf } from "#app/domain/crm/stages/read.server.ts";
import { integrationsError } from "#app/domain/integrations/errors.ts";
import { ruleChanged, ruleCreated, ruleDeleted, ruleSwitched } from "#app/domain/integrations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { wordsIn } from "#app/domain/whatsapp/templates/files.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { counted } from "#app/platform/counts.ts";
import { newId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { lockRule, ownRule } from "./find.server.ts";
import type { RuleForm } from "./schemas.ts";

const mostRules = 100;

const invalid = (field: string, message: string) =>
  integrationsError("rule.invalid", { values: { said: message }, field });

/** Makes a rule. It runs once it is switched on. @throws DomainError `rule.too_many`, `rule.invalid` */
export async function createRule({ ctx, input }: { ctx: OrgContext; input: RuleForm }) {
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
export async function updateRule({ ctx, input }: { ctx: OrgContext; input: RuleForm & { ruleId: string } }) {
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
export async function switchRule({
  ctx,
  input: { ruleId, isOn },
}: {
  ctx: OrgContext;
  input: { ruleId: string; isOn: boolean };
}) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rule = await lockRule(tx, ctx, ruleId);
    if (rule.isOn === isOn) return { ruleId };
    await tx.update(rules).set({ isOn, offReason: null }).where(ownRule(ctx, ruleId));
    await record(tx, ctx, ruleSwitched, { subject: ruleId, data: { rule: rule.name, isOn } });
    return { ruleId };
  });
}

/** Deletes a rule with its log. @throws DomainError `rule.not_found` */
export async function deleteRule({ ctx, input: { ruleId } }: { ctx: OrgContext; input: { ruleId: string } }) {
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
  const actions: RuleAction[] = [];
  if (form.templateId) actions.push(await templateAction(tx, ctx, form));
  if (form.tag) actions.push({ kind: "tag", tag: form.tag });
  if (form.memberId) actions.push(await assignAction(tx, ctx, form.memberId));
  if (form.endpointId) actions.push(await webhookAction(tx, ctx, form.endpointId));
  if (form.dealTitle) actions.push(await dealAction(tx, ctx, form));
  if (form.taskTitle) actions.push(await taskAction(tx, ctx, form));
  if (form.flowId) actions.push(await flowAction(tx, ctx, form.flowId));
  return { name: form.name, event: form.event, conditions, actions };
}

async function templateAction(tx: Tx, ctx: OrgContext, form: RuleForm): Promise<RuleAction> {
  const [template] = await tx
    .select({ components: templates.components })
    .from(templates)
    .where(
      and(
        eq(templates.orgId, ctx.orgId),
        eq(templates.id, form.templateId),
        eq(templates.status, "APPROVED"),
      ),
    );
  if (!template) throw invalid("templateId", m.errors_choose_an_approved_template());
  const values = form.values.split(/\r?\n/).map((line) => line.trim());
  while (values.at(-1) === "") values.pop();
  const wanted = wordsIn(template.components);
  if (values.length !== wanted.length || values.includes(""))
    throw invalid(
      "values",
      wanted.length === 0
        ? m.errors_the_template_has_no_variables_leave()
        : m.errors_the_template_has_give_one_value({
            variables: counted(m.counts_variables, wanted.length),
            wanted: wanted.map(({ label }) => label).join(", "),
          }),
    );
  return { kind: "template", templateId: form.templateId, values };
}

async function dealAction(tx: Tx, ctx: OrgContext, form: RuleForm): Promise<RuleAction> {
  const { dealTitle: title, dealValue: valueCents, stageId } = form;
  if (stageId) {
    const stages = await stagesOf(tx, ctx);
    if (!stages.some(({ id }) => id === stageId))
      throw invalid("stageId", m.errors_choose_one_of_your_stages());
  }
  return { kind: "deal", title, valueCents, stageId };
}

async function taskAction(tx: Tx, ctx: OrgContext, form: RuleForm): Promise<RuleAction> {
  const { taskTitle: title, taskDays: days, taskMemberId: memberId } = form;
  if (memberId) await refuseNoMember(tx, ctx, memberId, "taskMemberId");
  return { kind: "task", title, days, memberId };
}

async function assignAction(tx: Tx, ctx: OrgContext, memberId: string): Promise<RuleAction> {
  await refuseNoMember(tx, ctx, memberId, "memberId");
  return { kind: "assign", memberId };
}

async function refuseNoMember(tx: Tx, ctx: OrgContext, memberId: string, field: string): Promise<void> {
  const [member] = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.orgId, ctx.orgId), eq(members.userId, memberId)));
  if (!member) throw invalid(field, m.errors_choose_a_member_of_your_organisation());
}

async function webhookAction(tx: Tx, ctx: OrgContext, endpointId: string): Promise<RuleAction> {
  const [endpoint] = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.orgId, ctx.orgId), eq(webhookEndpoints.id, endpointId)));
  if (!endpoint) throw invalid("endpointId", m.errors_choose_one_of_your_webhook_endpoints());
  return { kind: "webhook", endpointId };
}

async function flowAction(tx: Tx, ctx: OrgContext, flowId: string): Promise<RuleAction> {
  const [flow] = await tx
    .select({ status: flows.status })
    .from(flows)
    .where(and(eq(flows.orgId, ctx.orgId), eq(flows.id, flowId)));
  if (flow?.status !== "live") throw invalid("flowId", m.errors_choose_a_flow_that_is_live());
  return { kind: "flow", flowId };
}
