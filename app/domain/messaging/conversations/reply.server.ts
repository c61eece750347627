import type { Tx } from "#app/db/client.server.ts";
import {
  findQueued,
  type OpenConversation,
  openForSending,
  queueMessage,
} from "#app/domain/messaging/messages/queueMessage.server.ts";
import { contextOf } from "#app/domain/messaging/messages/quoted.server.ts";
import { requireWindow } from "#app/domain/messaging/messages/window.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { deleteDraft, keepDraft } from "./drafts.server.ts";

interface Reply {
  conversationId: string;
  text: string;
  key: string;
  /** The message it replies to. */
  messageId?: string | undefined;
}

/** Other words under the same key, as after an answer that was lost, are another message. */
const keyOf = ({ key, text }: Pick<Reply, "key" | "text">) => `${key}:${text.trim()}`;

/**
 * Sends a free-form reply, which WhatsApp takes only within the customer service window
 * (facts/whatsapp-cloud-api.md §10), and ends the draft of it. The same words with the same key again answer with the
 * message of the first time. When the last message is another than the one that was `seen`, the words become a draft,
 * and no message is answered.
 * @throws DomainError `conversation.window_closed`, `message.not_found`, `message.not_with_whatsapp`, and those of
 * `openForSending`
 */
export async function replyToConversation({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: Reply & { seen?: string | undefined };
}): Promise<{ messageId: string | null }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const open = await openForSending(tx, ctx, input.conversationId);
    const queued = await findQueued(tx, ctx, open, keyOf(input));
    if (queued) return { messageId: queued };
    if (input.seen !== undefined && input.seen !== (open.conversation.lastMessageId ?? "")) {
      await keepDraft(tx, ctx, input.conversationId, input.text.trim());
      return { messageId: null };
    }
    await deleteDraft(tx, ctx, input.conversationId);
    return queueText(tx, ctx, open, input);
  });
}

/** The same in the caller's transaction; drafts stay. */
export const queueReply = async (tx: Tx, ctx: OrgContext, input: Reply): Promise<{ messageId: string }> =>
  queueReplyIn(tx, ctx, await openForSending(tx, ctx, input.conversationId), input);

/** The same in a conversation that the transaction has opened. */
export async function queueReplyIn(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
  input: Omit<Reply, "conversationId">,
): Promise<{ messageId: string }> {
  const queued = await findQueued(tx, ctx, open, keyOf(input));
  return queued ? { messageId: queued } : queueText(tx, ctx, open, input);
}

async function queueText(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
  input: Omit<Reply, "conversationId">,
): Promise<{ messageId: string }> {
  requireWindow(open.conversation.windowEndsAt, ctx.clock.now());
  const quoted = await contextOf(tx, ctx, open, input.messageId);
  const { id: messageId } = await queueMessage(tx, ctx, open, {
    key: keyOf(input),
    body: input.text.trim(),
    content: quoted.context ? { type: "text", payload: quoted } : { type: "text" },
  });
  return { messageId };
}
