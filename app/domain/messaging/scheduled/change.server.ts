import type { FutureTime } from "#app/domain/messaging/conversations/futureTime.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { messageRescheduled, scheduledMessageCancelled } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { emptied, lockScheduled, requireMove, type ScheduledPlace, updateScheduled } from "./owned.server.ts";
import { requireWithinWindow, sendTimeOf } from "./schedule.server.ts";

/**
 * Changes the time of a scheduled message, and the text of a reply. @throws DomainError `scheduled_message.not_found`,
 * `scheduled_message.ended`, `scheduled_message.bad_time`, `scheduled_message.after_window`, `conversation.window_closed`
 */
export async function changeScheduledMessage({
  ctx,
  input,
}: Call<ScheduledPlace & { at: FutureTime; text?: string | undefined }>): Promise<{ sendAt: Date }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { row, conversation } = await lockScheduled(tx, ctx, input);
    if (row.state !== "scheduled") throw messagingError("scheduled_message.ended");
    const sendAt = await sendTimeOf(tx, ctx, input.at);
    const isReply = row.templateId === null;
    if (isReply) requireWithinWindow(conversation.windowEndsAt, { sendAt, now: ctx.clock.now() });
    const body = isReply ? (input.text?.trim() ?? row.body) : row.body;
    await updateScheduled(tx, ctx, row, { sendAt, body });
    await record(tx, ctx, messageRescheduled, {
      subject: conversation.id,
      data: { contact: conversation.customer, sendAt: sendAt.toISOString() },
    });
    return { sendAt };
  });
}

/**
 * Cancels a scheduled message, or clears one that was not sent from the thread. Idempotent.
 * @throws DomainError `scheduled_message.not_found`, `scheduled_message.ended` when it was sent
 */
export async function cancelScheduledMessage({ ctx, input }: Call<ScheduledPlace>): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { row, conversation } = await lockScheduled(tx, ctx, input);
    if (row.state === "cancelled") return;
    requireMove(row, "cancelled");
    await updateScheduled(tx, ctx, row, { ...emptied, state: "cancelled" });
    await record(tx, ctx, scheduledMessageCancelled, {
      subject: conversation.id,
      data: { contact: conversation.customer, sendAt: row.sendAt.toISOString() },
    });
  });
}
