import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { eventTasks, rules, type TaskStep } from "#app/db/schema/integrations/rules.ts";
import { holds } from "#app/domain/automation/conditions.ts";
import { ruleJob } from "#app/domain/integrations/actors.ts";
import { ruleStopped } from "#app/domain/integrations/events.ts";
import type { Task } from "#app/domain/integrations/tasks/claim.server.ts";
import { finishTask, type Outcome, retryTask } from "#app/domain/integrations/tasks/finish.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import { DomainError, noteOfRefusal } from "#app/platform/errors.ts";
import type { HookClient } from "#app/providers/webhooks/post.server.ts";
import { type Acting, takeStep } from "./act.server.ts";
import type { Known } from "./facts.ts";
import { contactOfEvent, loadKnown, ownRule, type Rule } from "./find.server.ts";
import { ruleNote } from "./notes.ts";

/** Limits of a rule's runs within an hour, per contact and in total. */
export const maxPerPerson = 5;
export const maxPerHour = 1000;

/** Runs a rule on one event: checks conditions and limits, then takes each action in turn. */
export async function runRule(services: Services, hooks: HookClient, task: Task): Promise<void> {
  const ctx = systemContext(services, task.orgId, ruleJob);
  const contactId = contactOfEvent(task);
  const decision = await ctx.db.withOrg(ctx.orgId, (tx) => decide(tx, ctx, task, contactId));
  if (!decision.acts) return finishTask(services, task, decision);
  const { rule, known, done } = decision;
  const conversationId = task.subjectId?.startsWith("cnv_") ? task.subjectId : null;
  const acting: Acting = { ctx, hooks, task, rule, known, contactId, conversationId };
  let steps = done;
  // Steps completed by an earlier attempt are skipped.
  for (const action of rule.actions.slice(done.length)) {
    try {
      steps = await takeStep(acting, action, steps);
    } catch (error) {
      const note = error instanceof DomainError ? noteOfRefusal(error) : (error as Error).message;
      if (!(error instanceof DomainError) || error.kind === "unavailable")
        return retryTask(services, task, { steps, note });
      steps = [...steps, { kind: action.kind, ok: false, note }];
    }
  }
  const failed = steps.filter(({ ok }) => !ok);
  await finishTask(services, task, { state: failed.length > 0 ? "failed" : "done", steps });
}

type Decision = ({ acts: false } & Outcome) | { acts: true; rule: Rule; known: Known; done: TaskStep[] };

/** The rule's action now, or the reason to skip the event. */
async function decide(tx: Tx, ctx: OrgContext, task: Task, contactId: string | null): Promise<Decision> {
  const [rule] = await tx.select().from(rules).where(ownRule(ctx, task.subscriberId));
  if (!rule?.isOn)
    return { acts: false, state: "skipped", note: rule?.offReason ?? ruleNote("rule.switched_off") };
  const known = await loadKnown(tx, ctx, { data: task.data, contactId });
  if (!rule.conditions.every((condition) => holds(condition, known.factOf)))
    return { acts: false, state: "not_met" };
  const [own] = await tx
    .select({ steps: eventTasks.steps })
    .from(eventTasks)
    .where(and(eq(eventTasks.orgId, ctx.orgId), eq(eventTasks.id, task.id)));
  if (task.attempts > 1) return { acts: true, rule, known, done: own?.steps ?? [] };
  const runs = await runsWithinTheHour(tx, ctx, rule.id, contactId);
  if (runs.all > maxPerHour) return stopFlood(tx, ctx, rule, runs.all);
  if (runs.ofPerson > maxPerPerson)
    return {
      acts: false,
      state: "stopped",
      note: ruleNote("rule.loop", { times: maxPerPerson }),
    };
  return { acts: true, rule, known, done: [] };
}

/** Runs with effects, including this one. */
async function runsWithinTheHour(tx: Tx, ctx: OrgContext, ruleId: string, contactId: string | null) {
  const since = new Date(ctx.clock.now().getTime() - 3_600_000);
  const [counted] = await tx
    .select({
      all: sql<number>`count(*)::int`,
      ofPerson: sql<number>`(count(*) filter (where contact_id = ${contactId}))::int`,
    })
    .from(eventTasks)
    .where(
      and(
        eq(eventTasks.orgId, ctx.orgId),
        eq(eventTasks.subscriberId, ruleId),
        inArray(eventTasks.state, ["done", "failed"]),
        gt(eventTasks.finishedAt, since),
      ),
    );
  return { all: (counted?.all ?? 0) + 1, ofPerson: (counted?.ofPerson ?? 0) + 1 };
}

async function stopFlood(tx: Tx, ctx: OrgContext, rule: Rule, runs: number): Promise<Decision> {
  const note = ruleNote("rule.flood", { times: maxPerHour });
  await tx.update(rules).set({ isOn: false, offReason: note }).where(ownRule(ctx, rule.id));
  await record(tx, ctx, ruleStopped, { subject: rule.id, data: { rule: rule.name, runs: runs - 1 } });
  return { acts: false, state: "stopped", note };
}
