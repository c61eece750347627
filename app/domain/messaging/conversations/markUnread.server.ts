import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { conversationLeftUnread } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { lockConversation, ours } from "./owned.server.ts";

/** A member looked at a conversation and leaves it for later. @throws DomainError `conversation.not_found` */
export async function markConversationUnread({
  ctx,
  input: { conversationId },
}: Call<{ conversationId: string }>): Promise<{ unread: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const conversation = await lockConversation(tx, ctx, conversationId);
    if (conversation.unread > 0) return { unread: conversation.unread };
    await tx.update(conversations).set({ unread: 1 }).where(ours(ctx, conversationId));
    notifyPages(tx, ctx.orgId, "conversations");
    await record(tx, ctx, conversationLeftUnread, {
      subject: conversationId,
      data: { contact: conversation.customer },
    });
    return { unread: 1 };
  });
}
