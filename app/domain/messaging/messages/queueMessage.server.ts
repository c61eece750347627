import { createHash } from "node:crypto";
import { and, eq, inArray, like, sql } from "drizzle-orm";
import { clientOf, inOneGo, type Tx } from "#app/db/client.server.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { awayMessageSent, reactionSent, replySent, templateSent } from "#app/domain/messaging/events.ts";
import { happened, type RecordedEvent, recordTogether } from "#app/domain/record/record.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { excerptOf } from "./chatMessage.ts";
import { endWait } from "./endWait.server.ts";
import { type OpenConversation, openForSending } from "./openForSending.server.ts";
import type { OutboundPayload, OutboundType } from "./outboundPayload.ts";
import { wamidOf } from "./quoted.server.ts";
import { stopFlowForMember } from "./stopFlow.server.ts";
import { oneLine } from "./text.ts";
import { senderChannel } from "./wakeSender.server.ts";
import { requireWindow } from "./window.ts";

/** The end of a message id that one form makes: the same for the same organisation and key. */
export const idEndOf = (ctx: OrgContext, key: string): string =>
  createHash("sha256").update(`${ctx.orgId}:${key}`).digest("hex").slice(0, idEndLength);

const idEndLength = 20;

/** The message that a form with this key has made before. Call it while `openForSending` holds the conversation. */
export async function findQueued(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
  key: string,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, ctx.orgId),
        eq(messages.contactId, open.contact.id),
        like(messages.id, `msg\\_%${idEndOf(ctx, key)}`),
      ),
    );
  return row?.id;
}

/** The same for many, by the ends of their ids. */
export async function findAllQueued(
  tx: Tx,
  { orgId }: OrgContext,
  asked: readonly { contactId: string; idEnd: string }[],
): Promise<Map<string, string>> {
  if (asked.length === 0) return new Map();
  const rows = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, orgId),
        inArray(
          messages.contactId,
          asked.map(({ contactId }) => contactId),
        ),
        inArray(
          sql`right(${messages.id}, ${idEndLength})`,
          asked.map(({ idEnd }) => idEnd),
        ),
      ),
    );
  return new Map(rows.map(({ id }) => [id.slice(-idEndLength), id]));
}

type Message = typeof messages.$inferSelect;

export interface MessageToQueue {
  /** The same key again returns the message of the first time. */
  key: string;
  /** No message was ever queued with this key: it is not looked up. */
  isFirst?: boolean;
  /** What it says. */
  body: string;
  content:
    | { type: "text"; payload?: OutboundPayload | undefined }
    | { type: "interactive"; interactive: object }
    | { type: OutboundType; payload: OutboundPayload }
    | { type: "template"; templateId: string; templateName: string; variables: Record<string, string> };
  /** The message of the same conversation that it replies to. */
  quotedId?: string | undefined;
  /** It is sent automatically and is not a reply: the customer still waits. */
  isAutomatic?: boolean;
  /** It is sent when something else is done, which sets `dueAt`. */
  waits?: boolean;
}

/** The row of a message before anything became of it. */
const untouched = {
  ...{
    campaignId: null,
    sequence: null,
    wamid: null,
    errorCode: null,
    errorDetail: null,
    metaCategory: null,
  },
  ...{ metaType: null, attempts: 0, doubts: 0, inDoubtSince: null, acceptedAt: null, sentAt: null },
  ...{ deliveredAt: null, readAt: null, failedAt: null },
};

/** The row of a message that is queued now. */
export function messageRow(
  ctx: OrgContext,
  open: OpenConversation,
  { key, body, content, waits }: MessageToQueue,
): Message {
  const now = ctx.clock.now();
  const interactive = "interactive" in content ? content.interactive : null;
  return {
    ...untouched,
    orgId: ctx.orgId,
    // As app/platform/ids.ts makes ids, with the form's key in place of chance.
    id: `msg_${now.getTime().toString(16).padStart(12, "0")}${idEndOf(ctx, key)}`,
    direction: "out",
    type: content.type,
    state: "queued",
    phoneNumberId: open.conversation.phoneNumberId,
    contactId: open.contact.id,
    recipient: open.recipient,
    authorUserId: userOf(ctx.actor),
    body,
    searchText: null,
    payload: "payload" in content ? (content.payload ?? null) : interactive,
    templateId: content.type === "template" ? content.templateId : null,
    variables: content.type === "template" ? content.variables : null,
    dueAt: waits ? null : now,
    createdAt: now,
  };
}

/** The message, the conversation moved up, and the sender woken when the transaction commits. */
const queueText = `
with queued as (
  insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, author_user_id,
    body, search_text, payload, template_id, variables, due_at, created_at)
  values ($1, $2, 'out', $3, 'queued', $4, $5, $6, $7, $8, folded($9), $10::jsonb, $11, $12::jsonb, $13, $14)
), moved as (
  update conversations set last_message_at = $14, last_message = $15, last_message_id = $2, updated_at = $14
  where org_id = $1 and id = $16
)
select pg_notify('${senderChannel}', $4)`;

/**
 * Queues one free-form message in a conversation, by its id or as the transaction has opened it: the one way for all but
 * templates and campaigns. The same key again returns the message of the first time.
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
  const { id } = await writeMessage(tx, ctx, open, await quoting(tx, ctx, open, message));
  return { messageId: id, isNew: true };
}

/** The message with WhatsApp's id of the one that it replies to. @throws DomainError as `wamidOf` */
async function quoting(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
  message: MessageToQueue,
): Promise<MessageToQueue> {
  const { quotedId, content } = message;
  if (!quotedId || content.type === "template" || "interactive" in content) return message;
  const payload = { ...content.payload, context: { id: await wamidOf(tx, ctx, open, quotedId) } };
  return { ...message, content: { ...content, payload } };
}

/**
 * Writes one message for the sender, moves the conversation up and wakes the dispatcher of its phone number. Returns the
 * message without its text for searches.
 */
export async function writeMessage(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
  message: MessageToQueue,
): Promise<Message> {
  const { conversation, contact } = open;
  const row = messageRow(ctx, open, message);
  const isAnswer = !message.isAutomatic && message.content.type !== "reaction";
  await inOneGo(tx, [
    () => insertMessage(tx, row, conversation.id),
    async () =>
      userOf(ctx.actor) === null
        ? undefined
        : stopFlowForMember(tx, ctx, {
            conversationId: conversation.id,
            contact: nameOf(contact.name, contact.phone, contact.username),
            reason: "member_wrote",
          }),
    async () =>
      isAnswer ? endWait(tx, ctx, conversation, { messageId: row.id, at: row.createdAt }) : undefined,
    () => recordTogether(tx, ctx, [sentEvent(open, message, row.id)]),
  ]);
  return row;
}

async function insertMessage(tx: Tx, row: Message, conversationId: string): Promise<void> {
  const body = row.body ?? "";
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

export function sentEvent(
  { conversation, contact }: OpenConversation,
  { isAutomatic, content }: Pick<MessageToQueue, "isAutomatic" | "content">,
  messageId: string,
): RecordedEvent {
  const subject = conversation.id;
  const to = { contactId: contact.id, contact: contact.name, phone: contact.phone, messageId };
  if (isAutomatic) return happened(awayMessageSent, { subject, data: to });
  if (content.type === "template")
    return happened(templateSent, { subject, data: { ...to, template: content.templateName } });
  const reaction = "payload" in content ? content.payload?.reaction : undefined;
  return reaction
    ? happened(reactionSent, { subject, data: { ...to, emoji: reaction.emoji ?? "" } })
    : happened(replySent, { subject, data: to });
}
