import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { flows } from "#app/db/schema/flows/flows.ts";
import { eventTasks, type RuleAction, rules, type TaskStep } from "#app/db/schema/integrations/rules.ts";
import { events } from "#app/db/schema/record/events.ts";
import { filledAction } from "#app/domain/automation/actions.ts";
import { actionChoices } from "#app/domain/automation/choices.server.ts";
import { holds } from "#app/domain/automation/conditions.ts";
import type { FactOf } from "#app/domain/automation/facts.ts";
import { filled } from "#app/domain/automation/texts.ts";
import { sequencesOn } from "#app/domain/sequences/choices.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { actionOf } from "./actionOf.ts";
import { contactOfEvent, loadKnown, ownRule, type Rule } from "./find.server.ts";
import type { TaskState } from "./words.ts";

const rowsPerPage = 25;
const dayMs = 86_400_000;

/** The organisation's rules by name, with the number of runs in 24 hours. */
export async function listRules(ctx: OrgContext) {
  const since = new Date(ctx.clock.now().getTime() - dayMs);
  const list = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({
        id: rules.id,
        name: rules.name,
        event: rules.event,
        isOn: rules.isOn,
        offReason: rules.offReason,
        kinds: sql<
          RuleAction["kind"][]
        >`coalesce((select array_agg(action ->> 'kind') from jsonb_array_elements(${rules}.actions) action), '{}')`,
        runsToday: sql<number>`(select count(*)::int from event_tasks t where t.org_id = ${ctx.orgId}
          and t.subscriber_id = ${rules}.id and t.state in ('done', 'failed') and t.finished_at > ${since.toISOString()}::timestamptz)`,
      })
      .from(rules)
      .where(eq(rules.orgId, ctx.orgId))
      .orderBy(asc(rules.name), asc(rules.id)),
  );
  return { rules: list };
}

/** A rule with the reason of its being switched off, in the reader's language. */
const inWords = <R extends Pick<Rule, "offReason">>(rule: R): R => ({
  ...rule,
  offReason: rule.offReason === null ? null : noteWords(rule.offReason),
});

/** @throws DomainError `rule.not_found` */
export async function getRule(ctx: OrgContext, ruleId: string) {
  const [rule] = await ctx.db.withOrg(ctx.orgId, (tx) => tx.select().from(rules).where(ownRule(ctx, ruleId)));
  if (!rule) throw notFound("Rule");
  return { rule: inWords(rule) };
}

/** Choices of a rule's form. */
export async function ruleChoices(ctx: OrgContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const live = await tx
      .select({ id: flows.id, name: flows.name })
      .from(flows)
      .where(and(eq(flows.orgId, ctx.orgId), eq(flows.status, "live")))
      .orderBy(asc(flows.name), asc(flows.id));
    return { flows: live, sequences: await sequencesOn(tx, ctx), ...(await actionChoices(tx, ctx)) };
  });
}

const runInWords = <R extends { steps: TaskStep[]; note: string | null }>(run: R): R => ({
  ...run,
  steps: run.steps.map((step) => ({ ...step, note: noteWords(step.note) })),
  note: run.note === null ? null : noteWords(run.note),
});

/** The runs of a rule, newest first. @throws DomainError `rule.not_found` */
export async function getRuleLog(
  ctx: OrgContext,
  input: { ruleId: string; state: TaskState | "all"; page: number },
) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [rule] = await tx.select().from(rules).where(ownRule(ctx, input.ruleId));
    if (!rule) throw notFound("Rule");
    const matching = and(
      eq(eventTasks.orgId, ctx.orgId),
      eq(eventTasks.subscriberId, rule.id),
      input.state === "all" ? undefined : eq(eventTasks.state, input.state),
    );
    const [counted] = await tx.select({ count: sql<number>`count(*)::int` }).from(eventTasks).where(matching);
    const runs = await tx
      .select({
        id: eventTasks.id,
        state: eventTasks.state,
        steps: eventTasks.steps,
        note: eventTasks.note,
        createdAt: eventTasks.createdAt,
        contactId: eventTasks.contactId,
        contact: sql<string | null>`coalesce(nullif(${contacts.name}, ''), ${contacts.phone})`,
      })
      .from(eventTasks)
      .leftJoin(contacts, and(eq(contacts.orgId, eventTasks.orgId), eq(contacts.id, eventTasks.contactId)))
      .where(matching)
      .orderBy(desc(eventTasks.createdAt), desc(eventTasks.id))
      .limit(rowsPerPage)
      .offset((input.page - 1) * rowsPerPage);
    const pages = Math.max(1, Math.ceil((counted?.count ?? 0) / rowsPerPage));
    return {
      rule: inWords(rule),
      runs: runs.map(runInWords),
      page: input.page,
      pages,
    };
  });
}

const mostTried = 50;

/** A dry run of a rule on the latest events of 30 days. @throws DomainError `rule.not_found` */
export async function tryRule(ctx: OrgContext, ruleId: string) {
  const since = new Date(ctx.clock.now().getTime() - 30 * dayMs);
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [rule] = await tx.select().from(rules).where(ownRule(ctx, ruleId));
    if (!rule) throw notFound("Rule");
    const past = await tx
      .select({ id: events.id, at: events.at, data: events.data, subjectId: events.subjectId })
      .from(events)
      .where(and(eq(events.orgId, ctx.orgId), eq(events.name, rule.event), gt(events.at, since)))
      .orderBy(desc(events.at), desc(events.id))
      .limit(mostTried);
    const tried = [];
    for (const event of past) tried.push(await tryOn(tx, ctx, rule, event));
    return { rule, tried };
  });
}

async function tryOn(
  tx: Tx,
  ctx: OrgContext,
  rule: Rule,
  event: { id: string; at: Date; data: unknown; subjectId: string | null },
) {
  const { facts, factOf } = await loadKnown(tx, ctx, { data: event.data, contactId: contactOfEvent(event) });
  const runs = rule.conditions.every((condition) => holds(condition, factOf));
  const steps = rule.actions.map((action) => ({ kind: action.kind, detail: detailOf(action, factOf) }));
  return { id: event.id, at: event.at, contact: facts.name || facts.phone || "", runs, steps };
}

function detailOf(stored: RuleAction, factOf: FactOf): string {
  if (stored.kind === "webhook" || stored.kind === "flow") return "";
  if (stored.kind === "sequence") return filled(stored.anchor, factOf);
  const action = filledAction(actionOf(stored), factOf);
  switch (action.kind) {
    case "template":
      return action.values.join(", ");
    case "tag":
      return action.tag;
    case "deal":
    case "task":
      return action.title;
    case "payment":
      return [action.amount, action.reason].join(", ");
    case "order":
      return action.items.replaceAll("\n", ", ");
    case "team":
    case "assign":
      return "";
  }
}
