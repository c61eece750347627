import { createHash } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { scheduledMessages } from "#app/db/schema/messaging/scheduled.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { deleteDraft } from "#app/domain/messaging/conversations/drafts.server.ts";
import { type FutureTime, readFutureTime } from "#app/domain/messaging/conversations/futureTime.server.ts";
import { ours } from "#app/domain/messaging/conversations/owned.server.ts";
import { maxSnoozeDays } from "#app/domain/messaging/conversations/snoozeTimes.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { messageScheduled } from "#app/domain/messaging/events.ts";
import {
  type OpenConversation,
  openForSending,
} from "#app/domain/messaging/messages/openForSending.server.ts";
import {
  requireSeenPrice,
  sendableTemplate,
  valuesFor,
} from "#app/domain/messaging/messages/queueTemplates.server.ts";
import { requireWindow } from "#app/domain/messaging/messages/window.ts";
import { quote } from "#app/domain/money/quote.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { renderTemplate } from "#app/domain/whatsapp/templates/variables.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { maxScheduled } from "./fieldRules.ts";

interface Later {
  conversationId: string;
  at: FutureTime;
  /** Made once for each form: the same form sent twice schedules one message. */
  key: string;
}

export interface Scheduled {
  scheduledMessageId: string;
  sendAt: Date;
}

/**
 * Schedules a free-form reply for a time within the customer service window, and deletes its draft.
 * @throws DomainError `scheduled_message.after_window`, `scheduled_message.bad_time`, `scheduled_message.too_many`,
 * `conversation.window_closed`, and those of `openForSending`
 */
export async function scheduleReply({ ctx, input }: Call<Later & { text: string }>): Promise<Scheduled> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const open = await openForSending(tx, ctx, input.conversationId);
    const sendAt = await sendTimeOf(tx, ctx, input.at);
    requireWithinWindow(open.conversation.windowEndsAt, { sendAt, now: ctx.clock.now() });
    await deleteDraft(tx, ctx, input.conversationId);
    return store(tx, ctx, open, { key: input.key, sendAt, body: input.text.trim() });
  });
}

/**
 * Schedules a template for any time. It is checked now and again when it is sent, and charged then, at most `maxTotalCents`.
 * @throws DomainError `scheduled_message.bad_time`, `scheduled_message.too_many`, and those of `queueTemplates` and
 * `openForSending`
 */
export async function scheduleTemplate({
  ctx,
  input,
}: Call<
  Later & { templateId: string; variables: Record<string, string>; maxTotalCents?: number | undefined }
>): Promise<Scheduled> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const open = await openForSending(tx, ctx, input.conversationId);
    const sendAt = await sendTimeOf(tx, ctx, input.at);
    const [found] = await tx
      .select()
      .from(templates)
      .where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, input.templateId)));
    const template = sendableTemplate({ template: found, open });
    const variables = await valuesFor(tx, ctx, template, input.variables);
    // The plan's included messages may be used up by then.
    const { priceCentsPerMessage } = await quote(tx, { orgId: ctx.orgId, messages: 1, at: ctx.clock.now() });
    requireSeenPrice({ totalCents: priceCentsPerMessage }, input.maxTotalCents);
    const { body } = renderTemplate(template.components, variables);
    const what = { body, templateId: template.id, variables, maxTotalCents: priceCentsPerMessage };
    return store(tx, ctx, open, { key: input.key, sendAt, ...what });
  });
}

/** @throws DomainError `scheduled_message.bad_time` */
export async function sendTimeOf(tx: Tx, ctx: OrgContext, at: FutureTime): Promise<Date> {
  const read = await readFutureTime(tx, ctx, at);
  if ("moment" in read) return read.moment;
  throw read.problem === "too_far"
    ? messagingError("scheduled_message.bad_time:too_far", { field: "at", values: { days: maxSnoozeDays } })
    : messagingError("scheduled_message.bad_time", { field: "at" });
}

/** @throws DomainError `conversation.window_closed`, `scheduled_message.after_window` */
export function requireWithinWindow(
  windowEndsAt: Date | null,
  { sendAt, now }: { sendAt: Date; now: Date },
): void {
  requireWindow(windowEndsAt, now);
  if (windowEndsAt !== null && sendAt >= windowEndsAt)
    throw messagingError("scheduled_message.after_window", { field: "at" });
}

type What = Pick<
  typeof scheduledMessages.$inferInsert,
  "body" | "templateId" | "variables" | "maxTotalCents"
>;

async function store(
  tx: Tx,
  ctx: OrgContext,
  { conversation, contact }: OpenConversation,
  { key, ...message }: What & { key: string; sendAt: Date },
): Promise<Scheduled> {
  const { orgId } = ctx;
  const now = ctx.clock.now();
  const { sendAt } = message;
  const once = JSON.stringify([orgId, conversation.id, key, message]);
  const id = `sch_${createHash("sha256").update(once).digest("hex").slice(0, 32)}`;
  const authorUserId = userOf(ctx.actor) ?? "";
  const [made] = await tx
    .insert(scheduledMessages)
    .values({ ...message, orgId, id, conversationId: conversation.id, authorUserId, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: scheduledMessages.id });
  if (!made) return { scheduledMessageId: id, sendAt };
  await requireRoom(tx, ctx, conversation.id);
  await tx.update(conversations).set({ updatedAt: now }).where(ours(ctx, conversation.id));
  notifyPages(tx, ctx.orgId, "conversations");
  await record(tx, ctx, messageScheduled, {
    subject: conversation.id,
    data: { contact: nameOf(contact.name, contact.phone), sendAt: sendAt.toISOString() },
  });
  return { scheduledMessageId: id, sendAt };
}

/** Called while the conversation is locked. @throws DomainError `scheduled_message.too_many` */
async function requireRoom(tx: Tx, { orgId }: OrgContext, conversationId: string): Promise<void> {
  const [row] = await tx
    .select({ pending: count() })
    .from(scheduledMessages)
    .where(
      and(
        eq(scheduledMessages.orgId, orgId),
        eq(scheduledMessages.conversationId, conversationId),
        eq(scheduledMessages.state, "scheduled"),
      ),
    );
  if (row!.pending > maxScheduled)
    throw messagingError("scheduled_message.too_many", { values: { most: maxScheduled } });
}
