import type { Tx } from "#app/db/client.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OpenConversation } from "./openForSending.server.ts";
import { type MessageToQueue, queueMessage } from "./queueMessage.server.ts";

export interface Reply {
  text: string;
  key: string;
  /** The message it replies to. */
  messageId?: string | undefined;
}

/** The key includes the text: after a lost response, a changed text is another message. */
export const replyOf = ({ text, key, messageId: quotedId }: Reply): MessageToQueue => ({
  key: `${key}:${text.trim()}`,
  body: text.trim(),
  content: { type: "text" },
  quotedId,
});

/** Queues a text in a conversation; drafts stay. @throws DomainError as `queueMessage` */
export const queueReply = (tx: Tx, ctx: OrgContext, to: string | OpenConversation, reply: Reply) =>
  queueMessage(tx, ctx, to, replyOf(reply));
