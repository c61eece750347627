import { openForSending } from "#app/domain/messaging/messages/openForSending.server.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { type Reply, replyOf } from "#app/domain/messaging/messages/queueReply.server.ts";
import { findQueued } from "#app/domain/messaging/messages/singleMessage.server.ts";
import type { Call } from "#app/platform/context.ts";
import { deleteDraft, keepDraft } from "./drafts.server.ts";

/**
 * Sends a free-form reply, which WhatsApp accepts only within the customer service window
 * (facts/whatsapp-cloud-api.md §10), and deletes its draft. Idempotent: the same text with the same key
 * returns the first message. If the last message is no longer the `seen` one, the text becomes a draft and
 * nothing is sent. @throws DomainError `conversation.window_closed`, `message.not_found`,
 * `message.not_with_whatsapp`, and those of `openForSending`
 */
export async function replyToConversation({
  ctx,
  input,
}: Call<Reply & { conversationId: string; seen?: string | undefined }>): Promise<{
  messageId: string | null;
}> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const open = await openForSending(tx, ctx, input.conversationId);
    const reply = replyOf(input);
    const queued = await findQueued(tx, ctx, open, reply.key);
    if (queued) return { messageId: queued };
    if (input.seen !== undefined && input.seen !== (open.conversation.lastMessageId ?? "")) {
      await keepDraft(tx, ctx, input.conversationId, input.text.trim());
      return { messageId: null };
    }
    await deleteDraft(tx, ctx, input.conversationId);
    const { messageId } = await queueMessage(tx, ctx, open, { ...reply, isFirst: true });
    return { messageId };
  });
}
