import { and, asc, eq, lte } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { inSavepoint } from "#app/db/savepoint.ts";
import { scheduledMessages } from "#app/db/schema/messaging/scheduled.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { scheduledMessageNotSent } from "#app/domain/messaging/events.ts";
import { openForSending } from "#app/domain/messaging/messages/openForSending.server.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { queueTemplate } from "#app/domain/messaging/messages/queueTemplate.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import {
  type Call,
  memberActor,
  type OrgContext,
  type Services,
  systemContext,
} from "#app/platform/context.ts";
import { DomainError, noteOfRefusal } from "#app/platform/errors.ts";
import {
  emptied,
  lockScheduled,
  requireMove,
  type ScheduledPlace,
  type ScheduledRow,
  updateScheduled,
} from "./owned.server.ts";

const mostAtOnce = 1000;
/** A message that is later than this has lost its sense. */
const mostLateMs = 24 * 3_600_000;

/**
 * Sends the scheduled messages whose time has come. Each is queued once, however many workers look and wherever one is
 * killed: its state changes with the message, in one transaction. Returns the number of each.
 */
export async function sendDueMessages(services: Services): Promise<{ sent: number; notSent: number }> {
  const done = { sent: 0, notSent: 0 };
  for (const { orgId, id: scheduledMessageId, conversationId } of await findDue(services)) {
    const ctx = systemContext(services, orgId, "send-scheduled");
    try {
      const state = await sendDue(ctx, { conversationId, scheduledMessageId });
      if (state === "sent") done.sent += 1;
      else if (state !== null) done.notSent += 1;
    } catch (error) {
      // The others must not wait for it; the next minute retries it.
      services.log.error({ err: error, orgId, scheduledMessageId }, "scheduled message was not sent");
    }
  }
  return done;
}

const findDue = ({ db, clock }: Services) =>
  db.systemReads
    .select({
      orgId: scheduledMessages.orgId,
      id: scheduledMessages.id,
      conversationId: scheduledMessages.conversationId,
    })
    .from(scheduledMessages)
    .where(and(eq(scheduledMessages.state, "scheduled"), lte(scheduledMessages.sendAt, clock.now())))
    .orderBy(asc(scheduledMessages.sendAt))
    .limit(mostAtOnce);

/** Returns what it became; null when it was changed, sent or deleted in the meantime. */
async function sendDue(
  ctx: OrgContext,
  place: ScheduledPlace,
): Promise<"sent" | "expired" | "failed" | null> {
  try {
    return await ctx.db.withOrg(ctx.orgId, async (tx) => {
      const { row, conversation } = await lockScheduled(tx, ctx, place);
      if (row.state !== "scheduled" || row.sendAt > ctx.clock.now()) return null;
      const asAuthor = { ...ctx, actor: memberActor(row.authorUserId, { ipAddress: null, userAgent: null }) };
      try {
        const messageId = await inSavepoint(tx, () => send(tx, asAuthor, row));
        await updateScheduled(tx, ctx, row, { ...emptied, state: "sent", messageId });
        return "sent";
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return await endUnsent(tx, ctx, row, { error, conversation });
      }
    });
  } catch (error) {
    if (error instanceof DomainError && error.kind === "not_found") return null;
    throw error;
  }
}

/** Its author, and the member whose conversation it is, are notified of what to do. */
async function endUnsent(
  tx: Tx,
  ctx: OrgContext,
  row: ScheduledRow,
  {
    error,
    conversation,
  }: { error: DomainError; conversation: { customer: string; assignedTo: string | null } },
): Promise<"expired" | "failed"> {
  const state = error.code === "conversation.window_closed" ? "expired" : "failed";
  const problem = noteOfRefusal(error);
  await updateScheduled(tx, ctx, row, { state, problem });
  await record(tx, ctx, scheduledMessageNotSent, {
    subject: row.conversationId,
    data: { contact: conversation.customer, sendAt: row.sendAt.toISOString(), problem },
    named: [...new Set([row.authorUserId, conversation.assignedTo ?? row.authorUserId])],
  });
  return state;
}

/** @throws DomainError those of `queueMessage` and `queueTemplate`, `scheduled_message.too_late`, `contact.opted_out` */
async function send(tx: Tx, ctx: OrgContext, row: ScheduledRow): Promise<string> {
  const { id, conversationId, templateId, body } = row;
  const key = `scheduled:${id}`;
  if (templateId !== null) {
    if (ctx.clock.now().getTime() - row.sendAt.getTime() > mostLateMs)
      throw messagingError("scheduled_message.too_late");
    const variables = row.variables ?? {};
    const maxTotalCents = row.maxTotalCents ?? undefined;
    const queued = await queueTemplate(tx, ctx, conversationId, {
      templateId,
      variables,
      key,
      maxTotalCents,
    });
    return queued.messageId;
  }
  const open = await openForSending(tx, ctx, conversationId);
  // A reply may go to a customer who opted out, but not one that was written before they did.
  const { optedOutAt } = open.contact;
  if (optedOutAt !== null && optedOutAt > row.createdAt) throw messagingError("contact.opted_out:scheduled");
  const { messageId } = await queueMessage(tx, ctx, open, { key, body, content: { type: "text" } });
  return messageId;
}

/**
 * Sends a scheduled message before its time, as the caller's. One that can't be sent stays as it is. Idempotent.
 * @throws DomainError `scheduled_message.not_found`, `scheduled_message.ended`, and those of `send`
 */
export async function sendScheduledNow({ ctx, input }: Call<ScheduledPlace>): Promise<{ messageId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { row } = await lockScheduled(tx, ctx, input);
    if (row.messageId !== null) return { messageId: row.messageId };
    requireMove(row, "sent");
    const messageId = await send(tx, ctx, row);
    await updateScheduled(tx, ctx, row, { ...emptied, state: "sent", messageId });
    return { messageId };
  });
}
