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

export interface Reply {
  conversationId: string;
  text: string;
  key: string;
  /** The message it replies to. */
  messageId?: string | undefined;
}

/** Other words under the same key, as after an answer that was lost, are another message. */
export const keyOf = ({ key, text }: Pick<Reply, "key" | "text">) => `${key}:${text.trim()}`;

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

export async function queueText(
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
