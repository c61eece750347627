import { and, desc, eq } from "drizzle-orm";
import { webhookEndpoints } from "#app/db/schema/developers.ts";
import type { RuleAction, rules } from "#app/db/schema/integrations.ts";
import { conversations } from "#app/db/schema/messaging.ts";
import { templates } from "#app/db/schema/whatsapp.ts";
import { filled, titled } from "#app/domain/automation/texts.ts";
import { addTag } from "#app/domain/contacts/addTag.server.ts";
import { createDeal } from "#app/domain/crm/deals/create.server.ts";
import { createTask } from "#app/domain/crm/tasks/create.server.ts";
import { startFlow, startFlowWithContact } from "#app/domain/flows/sessions/start.server.ts";
import { integrationsError } from "#app/domain/integrations/errors.ts";
import { assignConversation } from "#app/domain/messaging/conversations/assign.server.ts";
import { connectedNumbers } from "#app/domain/messaging/conversations/parties.server.ts";
import { sendMessage } from "#app/domain/messaging/messages/send.server.ts";
import { signedHeaders } from "#app/domain/record/webhooks/secrets.server.ts";
import { sampleFiles } from "#app/domain/whatsapp/templates/files.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { HookClient } from "#app/providers/webhooks/post.server.ts";
import type { Known } from "./facts.ts";
import { ruleNote } from "./notes.ts";

/** What an action works with. `runId` is the same when a run is taken up again, so that nothing is done twice. */
export interface Acting {
  ctx: OrgContext;
  hooks: HookClient;
  runId: string;
  rule: Pick<typeof rules.$inferSelect, "name" | "event">;
  at: Date;
  known: Known;
  contactId: string | null;
  /** Where the event happened, if it was in a conversation. */
  conversationId: string | null;
}

const dayMs = 86_400_000;

const nobody = () => integrationsError("rule.no_contact");

/** Does one action. Answers what was done, as a note. @throws DomainError where it cannot be done, and no repeat helps. */
export async function act(acting: Acting, action: RuleAction): Promise<string> {
  switch (action.kind) {
    case "template":
      return sendTemplate(acting, action);
    case "tag":
      return tagContact(acting, action);
    case "assign":
      return assign(acting, action);
    case "webhook":
      return callWebhook(acting, action);
    case "deal":
      return addDeal(acting, action);
    case "task":
      return addTask(acting, action);
    case "flow":
      return startsFlow(acting, action);
  }
}

async function sendTemplate(
  { ctx, runId, known: { facts, factOf } }: Acting,
  { templateId, values }: Extract<RuleAction, { kind: "template" }>,
): Promise<string> {
  if (!facts.phone) throw integrationsError("rule.no_phone");
  const { name, language, from, components } = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [template] = await tx
      .select({
        name: templates.name,
        language: templates.language,
        accountId: templates.whatsappAccountId,
        components: templates.components,
      })
      .from(templates)
      .where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, templateId)));
    if (!template) throw notFound("Template");
    const numbers = await connectedNumbers(tx, ctx.orgId);
    const from = numbers.find(({ accountId }) => accountId === template.accountId)?.phoneNumberId;
    return { ...template, from };
  });
  const parameters = values.map((value) => filled(value, factOf).slice(0, 1024));
  await sendMessage({
    ctx,
    input: {
      to: facts.phone,
      from,
      template: name,
      language,
      parameters,
      parts: sampleFiles(components),
      key: runId,
    },
  });
  return ruleNote("rule.template_queued", { template: name, phone: facts.phone });
}

async function tagContact(
  { ctx, contactId }: Acting,
  { tag }: Extract<RuleAction, { kind: "tag" }>,
): Promise<string> {
  if (contactId === null) throw nobody();
  const { changed } = await addTag({ ctx, input: { contactId, tag } });
  return ruleNote(changed ? "rule.tag_added" : "rule.has_tag", { tag });
}

async function assign(
  { ctx, contactId, conversationId }: Acting,
  { memberId }: Extract<RuleAction, { kind: "assign" }>,
): Promise<string> {
  const [conversation] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ id: conversations.id, assignedTo: conversations.assignedTo })
      .from(conversations)
      .where(
        and(
          eq(conversations.orgId, ctx.orgId),
          conversationId === null
            ? eq(conversations.contactId, contactId ?? "")
            : eq(conversations.id, conversationId),
        ),
      )
      .orderBy(desc(conversations.lastMessageAt))
      .limit(1),
  );
  if (!conversation) throw integrationsError("rule.no_conversation");
  if (conversation.assignedTo !== null && conversation.assignedTo !== memberId) return ruleNote("rule.taken");
  const from = conversation.assignedTo ?? "";
  await assignConversation({ ctx, input: { conversationId: conversation.id, memberId, from } });
  return ruleNote("rule.assigned");
}

async function addDeal(
  { ctx, runId, known: { factOf }, contactId }: Acting,
  { title, valueCents, stageId }: Extract<RuleAction, { kind: "deal" }>,
): Promise<string> {
  if (contactId === null) throw nobody();
  const input = {
    contactId,
    title: titled(title, factOf),
    value: valueCents,
    stageId: stageId || undefined,
    memberId: "",
    key: `deal-${runId}`,
  };
  await createDeal({ ctx, input });
  return ruleNote("rule.deal_created", { title: input.title });
}

async function addTask(
  { ctx, runId, at, known: { factOf }, contactId }: Acting,
  { title, days, memberId }: Extract<RuleAction, { kind: "task" }>,
): Promise<string> {
  const input = {
    contactId: contactId ?? "",
    dealId: "",
    title: titled(title, factOf),
    note: "",
    memberId,
    dueAt: new Date(at.getTime() + days * dayMs),
    key: `task-${runId}`,
  };
  await createTask({ ctx, input });
  return ruleNote("rule.task_created", { title: input.title });
}

async function callWebhook(
  { ctx, hooks, runId, rule, at, known: { facts }, contactId }: Acting,
  { endpointId }: Extract<RuleAction, { kind: "webhook" }>,
): Promise<string> {
  const [endpoint] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.orgId, ctx.orgId), eq(webhookEndpoints.id, endpointId))),
  );
  if (!endpoint) throw notFound("Webhook endpoint");
  const data = { rule: rule.name, event: rule.event, contact_id: contactId, fields: facts };
  const body = JSON.stringify({ type: "rule.ran", timestamp: at.toISOString(), data });
  const headers = signedHeaders(ctx.config, endpoint, { id: runId, body, at: ctx.clock.now() });
  const { status, text } = await hooks.post(endpoint.url, body, headers);
  if (status === null || status === 429 || status >= 500)
    throw new Error(status === null ? text : ruleNote("rule.answered", { status }));
  if (status >= 300) throw integrationsError("rule.webhook_refused", { values: { status } });
  return ruleNote("rule.answered", { status });
}

async function startsFlow(
  { ctx, runId, contactId, conversationId }: Acting,
  { flowId }: Extract<RuleAction, { kind: "flow" }>,
): Promise<string> {
  const start = { flowId, by: "rule", key: runId } as const;
  if (conversationId !== null) await startFlow({ ctx, input: { ...start, conversationId } });
  else if (contactId !== null) await startFlowWithContact(ctx, { ...start, contactId });
  else throw nobody();
  return ruleNote("rule.flow_started");
}
