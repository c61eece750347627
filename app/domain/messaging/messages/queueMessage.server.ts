import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, like, sql } from "drizzle-orm";
import { clientOf, inOneGo, prepareOnce, type Tx } from "#app/db/client.server.ts";
import { suspensions } from "#app/db/schema/accounts/suspensions.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { refuseIfSuspended } from "#app/domain/accounts/suspensions.server.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { awayMessageSent, reactionSent, replySent, templateSent } from "#app/domain/messaging/events.ts";
import { happened, type RecordedEvent, recordTogether } from "#app/domain/record/record.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { excerptOf } from "./chatMessage.ts";
import { endWait } from "./endWait.server.ts";
import { withContact, withNumber } from "./joins.ts";
import type { OutboundPayload, OutboundType } from "./outboundPayload.ts";
import { stopFlowForMember } from "./stopFlow.server.ts";
import { oneLine } from "./text.ts";
import { senderChannel } from "./wakeSender.server.ts";

/**
 * The conversation that a member writes in, with contact and WhatsApp account, its row locked until the end of the
 * transaction: two sends of one form come one after the other. First locked, then joined.
 * @throws DomainError `conversation.not_found`, `conversation.number_disconnected`, `conversation.no_phone`,
 *   `organisation.suspended`
 */
export async function openForSending(tx: Tx, ctx: OrgContext, conversationId: string) {
  const ours = and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId));
  await tx.select({ id: conversations.id }).from(conversations).where(ours).for("update");
  return openLocked(tx, ctx, conversationId);
}

/** A conversation with all that decides whether a message may go. */
export const selectOpen = (tx: Tx) =>
  tx
    .select({
      conversation: conversations,
      contact: contacts,
      account: { id: whatsappAccounts.id, status: whatsappAccounts.status },
      suspension: { level: suspensions.level, reason: suspensions.reason },
      org: {
        planType: organisations.planType,
        billingType: organisations.billingType,
        timezone: organisations.timezone,
      },
    })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .innerJoin(organisations, eq(organisations.id, conversations.orgId))
    .leftJoin(phoneNumbers, withNumber)
    .leftJoin(
      whatsappAccounts,
      and(
        eq(whatsappAccounts.orgId, phoneNumbers.orgId),
        eq(whatsappAccounts.id, phoneNumbers.whatsappAccountId),
      ),
    )
    .leftJoin(suspensions, and(eq(suspensions.orgId, conversations.orgId), isNull(suspensions.endedAt)));

const readOpen = prepareOnce((tx) =>
  selectOpen(tx)
    .where(
      and(
        eq(conversations.orgId, sql.placeholder("orgId")),
        eq(conversations.id, sql.placeholder("conversationId")),
      ),
    )
    .prepare("open_conversation"),
);

/** The same where this transaction has locked the conversation. @throws DomainError as `openForSending` */
export async function openLocked(tx: Tx, ctx: OrgContext, conversationId: string) {
  const [row] = await readOpen(tx).execute({ orgId: ctx.orgId, conversationId });
  if (!row) throw notFound("Conversation");
  return requireOpen(row);
}

/** @throws DomainError `conversation.number_disconnected`, `conversation.no_phone`, `organisation.suspended` */
export function requireOpen(row: Awaited<ReturnType<typeof selectOpen>>[number]) {
  const { conversation, contact, account, org } = row;
  refuseIfSuspended(row.suspension ?? undefined, "sends");
  if (account?.status !== "connected") {
    throw messagingError("conversation.number_disconnected");
  }
  // The number first, so that WhatsApp keeps sharing it.
  const recipient = contact.phone ?? (contact.waId ? `+${contact.waId}` : contact.bsuid);
  if (recipient === null) {
    throw messagingError("conversation.no_phone");
  }
  return { conversation, contact, account, recipient, org };
}

export type OpenConversation = ReturnType<typeof requireOpen>;

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
  key: string;
  /** What it says. */
  body: string;
  content:
    | { type: "text"; payload?: OutboundPayload | undefined }
    | { type: "interactive"; interactive: object }
    | { type: OutboundType; payload: OutboundPayload }
    | { type: "template"; templateId: string; templateName: string; variables: Record<string, string> };
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
 * Queues one message for the sender, moves the conversation up and wakes the dispatcher of its phone number. Returns the
 * message without its text for searches.
 */
export async function queueMessage(
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
