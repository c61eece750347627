import { clientOf, inOneGo, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { recordTogether } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { excerptOf } from "./chatMessage.ts";
import { endWait } from "./endWait.server.ts";
import { type OpenConversation, openForSending } from "./openForSending.server.ts";
import { wamidOf } from "./quoted.server.ts";
import {
  type AutomaticMessage,
  type FreeContent,
  findQueued,
  type SingleMessage,
  type SingleRow,
  sentEvent,
  singleRow,
} from "./singleMessage.server.ts";
import { stopFlowByMessage } from "./stopFlow.server.ts";
import { oneLine } from "./text.ts";
import { wakeForNew } from "./wakeSender.server.ts";
import { requireWindow } from "./window.ts";

export interface MessageToQueue extends SingleMessage {
  content: FreeContent;
  /** No message was ever queued with this key: it is not looked up. */
  isFirst?: boolean;
  /** The message of the same conversation that it replies to. */
  quotedId?: string | undefined;
  /** It is sent automatically and is not a reply: the customer still waits. */
  automatic?: AutomaticMessage;
}

/** The message, and the conversation moved up. */
const queueText = `
with queued as (
  insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, author_user_id,
    body, search_text, payload, template_id, variables, due_at, created_at)
  values ($1, $2, 'out', $3, 'queued', $4, $5, $6, $7, $8, folded($9), $10::jsonb, $11, $12::jsonb, $13, $14)
)
update conversations set last_message_at = $14, last_message = $15, last_message_id = $2, updated_at = $14
where org_id = $1 and id = $16`;

/**
 * Queues one free-form message in a conversation, by its id or as the transaction has opened it. The same key again returns
 * the message of the first time. Templates have an entry of their own, `queueTemplates`: they have a price and lock the
 * ledger, and several share a statement; a free-form message is free, needs the customer service window, and comes alone.
 * @throws DomainError `conversation.window_closed`, `message.not_found`, `message.not_with_whatsapp`, and those of
 * `openForSending`
 */
export async function queueMessage(
  tx: Tx,
  ctx: OrgContext,
  to: string | OpenConversation,
  message: MessageToQueue,
): Promise<{ messageId: string; isNew: boolean }> {
  const open = typeof to === "string" ? await openForSending(tx, ctx, to) : to;
  const queued = message.isFirst ? undefined : await findQueued(tx, ctx, open, message.key);
  if (queued) return { messageId: queued, isNew: false };
  requireWindow(open.conversation.windowEndsAt, ctx.clock.now());
  const messageId = await writeMessage(tx, ctx, open, await quoting(tx, ctx, open, message));
  return { messageId, isNew: true };
}

/** The message with WhatsApp's id of the one that it replies to. @throws DomainError as `wamidOf` */
async function quoting(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
  message: MessageToQueue,
): Promise<MessageToQueue> {
  const { quotedId, content } = message;
  if (!quotedId || "interactive" in content) return message;
  const payload = { ...content.payload, context: { id: await wamidOf(tx, ctx, open, quotedId) } };
  return { ...message, content: { ...content, payload } };
}

/** Writes a message for the sender, moves the conversation up and wakes the dispatcher of its phone number. */
async function writeMessage(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
  message: MessageToQueue,
): Promise<string> {
  const { conversation } = open;
  const row = singleRow(ctx, open, message);
  const isAnswer = !message.automatic && message.content.type !== "reaction";
  await inOneGo(tx, [
    () => insertMessage(tx, row, conversation.id),
    () => stopFlowByMessage(tx, ctx, open),
    async () =>
      isAnswer ? endWait(tx, ctx, conversation, { messageId: row.id, at: row.createdAt }) : undefined,
    () => recordTogether(tx, ctx, [sentEvent(open, message, row.id)]),
  ]);
  return row.id;
}

async function insertMessage(tx: Tx, row: SingleRow, conversationId: string): Promise<void> {
  const body = row.body ?? "";
  notifyPages(tx, row.orgId, "conversations");
  wakeForNew(tx, row.phoneNumberId);
  const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await clientOf(tx).query({
    name: "queue-message",
    text: queueText,
    values: [
      ...[row.orgId, row.id, row.type, row.phoneNumberId, row.contactId, row.recipient, row.authorUserId],
      ...[body, oneLine(body), jsonOf(row.payload), row.templateId, jsonOf(row.variables)],
      ...[row.dueAt, row.createdAt, excerptOf(body), conversationId],
    ],
  });
}
