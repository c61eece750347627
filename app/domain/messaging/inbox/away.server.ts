import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { ours } from "#app/domain/messaging/conversations/owned.server.ts";
import { inboxSettingsOf } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import { isWorkingTime, lastOpen } from "#app/domain/messaging/inboxSettings/workingHours.ts";
import { openForSending } from "#app/domain/messaging/messages/openForSending.server.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import type { Call } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";

/**
 * Sends the away message to a customer who wrote outside working hours, once until the business is open
 * again. Not after an opt-out, nor when someone has replied in the meantime.
 */
export async function sendAwayMessage({
  ctx,
  input: { conversationId },
}: Call<{ conversationId: string }>): Promise<{ sent: boolean }> {
  try {
    return await ctx.db.withOrg(ctx.orgId, async (tx) => {
      const open = await openForSending(tx, ctx, conversationId);
      const { conversation, contact } = open;
      const { awayMessage, workingWeek } = await inboxSettingsOf(tx, ctx.orgId);
      const now = ctx.clock.now();
      const isWanted = awayMessage !== "" && workingWeek !== null && !isWorkingTime(workingWeek, now);
      if (!isWanted || conversation.state !== "waiting" || contact.optedOutAt) return { sent: false };
      const since = lastOpen(workingWeek, now);
      const wasAnswered =
        conversation.awaySentAt !== null && (since === null || conversation.awaySentAt >= since);
      if (wasAnswered || !windowIsOpen(conversation.windowEndsAt, now)) return { sent: false };
      await queueMessage(tx, ctx, open, {
        key: `away:${conversationId}:${now.getTime()}`,
        body: awayMessage,
        content: { type: "text" },
        isFirst: true,
        automatic: "away",
      });
      await tx.update(conversations).set({ awaySentAt: now }).where(ours(ctx, conversationId));
      return { sent: true };
    });
  } catch (error) {
    // Deleted in the meantime, or its number is no longer connected: the message is not needed.
    if (error instanceof DomainError) return { sent: false };
    throw error;
  }
}
