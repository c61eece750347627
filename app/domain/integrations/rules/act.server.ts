import type { RuleAction, rules, TaskStep } from "#app/db/schema/integrations/rules.ts";
import { type ActionResult, act } from "#app/domain/automation/act.server.ts";
import { type Action, filledAction } from "#app/domain/automation/actions.ts";
import { callEndpoint } from "#app/domain/automation/callEndpoint.server.ts";
import { filled } from "#app/domain/automation/texts.ts";
import { maxTags, tagOf } from "#app/domain/contacts/schemas.ts";
import { startFlow, startFlowWithContact } from "#app/domain/flows/sessions/start.server.ts";
import { integrationsError } from "#app/domain/integrations/errors.ts";
import type { Task } from "#app/domain/integrations/tasks/claim.server.ts";
import { saveSteps } from "#app/domain/integrations/tasks/finish.server.ts";
import { enrolByAutomation } from "#app/domain/sequences/enrol.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { formatKes } from "#app/platform/money/money.ts";
import type { HookClient } from "#app/providers/webhooks/post.server.ts";
import { actionOf } from "./actionOf.ts";
import type { Known } from "./facts.ts";
import { ruleNote } from "./notes.ts";

/** What an action needs. A retry has the same task id, so that no action is repeated. */
export interface Acting {
  ctx: OrgContext;
  hooks: HookClient;
  task: Task;
  rule: Pick<typeof rules.$inferSelect, "name" | "event">;
  known: Known;
  contactId: string | null;
  /** The event's conversation, if any. */
  conversationId: string | null;
}

/**
 * Runs one action after the completed `steps`, and returns all of them. Its effects are stored in one
 * transaction with the step, so a retry continues after it, whatever has changed since. @throws DomainError
 * when a retry can't succeed either
 */
export async function takeStep(acting: Acting, action: RuleAction, steps: TaskStep[]): Promise<TaskStep[]> {
  const after = (note: string) => [...steps, { kind: action.kind, ok: true, note }];
  if (action.kind === "webhook") return after(await callWebhook(acting, action));
  if (action.kind === "flow") return after(await startsFlow(acting, action));
  const { ctx, task, known } = acting;
  if (action.kind === "sequence") return enrols(acting, action, after);
  const meant = filledAction(actionOf(action), known.factOf);
  const target = targetOf(acting, meant);
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const done = await act(tx, ctx, target, meant, { key: keyOf(task, meant), at: task.at, by: "rule" });
    const taken = after(noteOf(done, meant, known));
    await saveSteps(tx, task, taken);
    return taken;
  });
}

/** Separate keys for deals, tasks and messages. */
const keyOf = ({ id }: Task, { kind }: Action) => (kind === "deal" || kind === "task" ? `${kind}-${id}` : id);

const noContact = () => integrationsError("rule.no_contact");

const forContact: ReadonlySet<Action["kind"]> = new Set(["tag", "deal", "payment", "order"]);

/** @throws DomainError `rule.no_phone`, `rule.no_contact` */
function targetOf({ known: { facts }, contactId, conversationId }: Acting, { kind }: Action) {
  const phone = facts.phone ?? "";
  if (kind === "template" && phone === "") throw integrationsError("rule.no_phone");
  if (contactId === null && forContact.has(kind)) throw noContact();
  return { contactId: contactId ?? "", conversationId, recipient: { phone } };
}

/** @throws DomainError `rule.tags_full`, `rule.no_conversation` */
function noteOf(done: ActionResult, action: Action, { facts }: Known): string {
  switch (done.did) {
    case "template_queued":
      return ruleNote("rule.template_queued", { template: done.template, phone: facts.phone ?? "" });
    case "tag_added":
    case "has_tag":
      return ruleNote(`rule.${done.did}`, { tag: action.kind === "tag" ? tagOf(action.tag) : "" });
    case "tags_full":
      throw integrationsError("rule.tags_full", { values: { maxTags } });
    case "no_conversation":
      throw integrationsError("rule.no_conversation");
    case "assigned":
    case "taken":
      return ruleNote(`rule.${done.did}`);
    case "payment_requested":
      return ruleNote("rule.payment_requested", { amount: formatKes(done.amountCents) });
    case "order_created":
      return ruleNote("rule.order_created", { number: String(done.number) });
    case "deal_created":
    case "task_created":
      return ruleNote(`rule.${done.did}`, { title: "title" in action ? action.title : "" });
  }
}

async function callWebhook(
  { ctx, hooks, task: { id, at }, rule, known: { facts }, contactId }: Acting,
  { endpointId }: Extract<RuleAction, { kind: "webhook" }>,
): Promise<string> {
  const data = { rule: rule.name, event: rule.event, contact_id: contactId, fields: facts };
  const answer = await callEndpoint(ctx, hooks, { endpointId, id, type: "rule.ran", at, data });
  if (!answer) throw notFound("Webhook endpoint");
  const { status, text } = answer;
  if (status === null || status === 429 || status >= 500)
    throw new Error(status === null ? text : ruleNote("rule.answered", { status }));
  if (status >= 300) throw integrationsError("rule.webhook_refused", { values: { status } });
  return ruleNote("rule.answered", { status });
}

async function enrols(
  { ctx, task, known, contactId }: Acting,
  { sequenceId, anchor }: Extract<RuleAction, { kind: "sequence" }>,
  after: (note: string) => TaskStep[],
): Promise<TaskStep[]> {
  if (contactId === null) throw noContact();
  const wanted = { sequenceId, contactId, anchor: filled(anchor, known.factOf), by: "rule" } as const;
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { isNew } = await enrolByAutomation(tx, ctx, wanted);
    const taken = after(ruleNote(isNew ? "rule.enrolled" : "rule.in_sequence"));
    await saveSteps(tx, task, taken);
    return taken;
  });
}

async function startsFlow(
  { ctx, task, contactId, conversationId }: Acting,
  { flowId }: Extract<RuleAction, { kind: "flow" }>,
): Promise<string> {
  const start = { flowId, by: "rule", key: task.id } as const;
  if (conversationId !== null) await startFlow({ ctx, input: { ...start, conversationId } });
  else if (contactId !== null) await startFlowWithContact(ctx, { ...start, contactId });
  else throw noContact();
  return ruleNote("rule.flow_started");
}
