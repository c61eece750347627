import { createHash } from "node:crypto";
import { and, eq, like } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { conversations, messages } from "#app/db/schema/messaging.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { refuseWhileSuspended } from "#app/domain/accounts/suspensions.server.ts";
import { wakeSender } from "#app/domain/messaging/campaigns/wakeSender.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { awayMessageSent, reactionSent, replySent, templateSent } from "#app/domain/messaging/events.ts";
import { textColumns } from "#app/domain/messaging/messages/text.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { excerptOf } from "./chatMessage.ts";
import { endWait } from "./endWait.server.ts";
import { withContact, withNumber } from "./joins.ts";
import { nameOf } from "./nameOf.ts";
import type { OutboundPayload, OutboundType } from "./outboundPayload.ts";
import { stopFlowForMember } from "./stopFlow.server.ts";

/**
 * The conversation that a member writes in, with contact and WhatsApp account, its row locked until the end of the
 * transaction: two sends of one form come one after the other. First locked, then joined.
 * @throws DomainError `conversation.not_found`, `conversation.number_disconnected`, `conversation.no_phone`,
 *   `organisation.suspended`
 */
export async function openForSending(tx: Tx, ctx: OrgContext, conversationId: string) {
  const ours = and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId));
  await tx.select({ id: conversations.id }).from(conversations).where(ours).for("update");
  const [row] = await tx
    .select({ conversation: conversations, contact: contacts, account: whatsappAccounts })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .leftJoin(phoneNumbers, withNumber)
    .leftJoin(
      whatsappAccounts,
      and(
        eq(whatsappAccounts.orgId, phoneNumbers.orgId),
        eq(whatsappAccounts.id, phoneNumbers.whatsappAccountId),
      ),
    )
    .where(ours);
  if (!row) throw notFound("Conversation");
  await refuseWhileSuspended(tx, ctx.orgId, "sends");
  if (row.account?.status !== "connected") {
    throw messagingError("conversation.number_disconnected");
  }
  const { contact } = row;
  // The number first, so that WhatsApp goes on sharing it.
  const recipient = contact.phone ?? (contact.waId ? `+${contact.waId}` : contact.bsuid);
  if (recipient === null) {
    throw messagingError("conversation.no_phone");
  }
  return { conversation: row.conversation, contact, account: row.account, recipient };
}

export type OpenConversation = Awaited<ReturnType<typeof openForSending>>;

/** The end of a message id that one form makes: the same for the same organisation and key. */
const idEndOf = (ctx: OrgContext, key: string): string =>
  createHash("sha256").update(`${ctx.orgId}:${key}`).digest("hex").slice(0, 20);

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

/** Queues one message for the sender, moves the conversation up and wakes the dispatcher of its phone number. */
export async function queueMessage(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
  message: {
    key: string;
    /** What it says. */
    body: string;
    content:
      | { type: "text"; payload?: OutboundPayload | undefined }
      | { type: "interactive"; interactive: object }
      | { type: OutboundType; payload: OutboundPayload }
      | { type: "template"; templateId: string; templateName: string; variables: Record<string, string> };
    /** It goes out by itself and answers nothing: the customer still waits. */
    isAutomatic?: boolean;
    /** It is sent when something else is done, which sets `dueAt`. */
    waits?: boolean;
  },
): Promise<string> {
  const now = ctx.clock.now();
  const { conversation, contact, recipient } = open;
  const { content } = message;
  // As app/platform/ids.ts makes ids, with the form's key in place of chance.
  const id = `msg_${now.getTime().toString(16).padStart(12, "0")}${idEndOf(ctx, message.key)}`;
  await tx.insert(messages).values({
    orgId: ctx.orgId,
    id,
    direction: "out",
    type: content.type,
    state: "queued",
    phoneNumberId: conversation.phoneNumberId,
    contactId: contact.id,
    recipient,
    authorUserId: userOf(ctx.actor),
    ...textColumns(message.body),
    ...("interactive" in content ? { payload: content.interactive } : {}),
    ...("payload" in content ? { payload: content.payload } : {}),
    ...(content.type === "template" ? { templateId: content.templateId, variables: content.variables } : {}),
    dueAt: message.waits ? null : now,
    createdAt: now,
  });
  await tx
    .update(conversations)
    .set({ lastMessageAt: now, lastMessage: excerptOf(message.body), lastMessageId: id, updatedAt: now })
    .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversation.id)));
  if (userOf(ctx.actor) !== null)
    await stopFlowForMember(tx, ctx, {
      conversationId: conversation.id,
      contact: nameOf(contact.name, contact.phone, contact.username),
      reason: "member_wrote",
    });
  const isAnswer = !message.isAutomatic && content.type !== "reaction";
  if (isAnswer) await endWait(tx, ctx, conversation, { messageId: id, at: now });
  const subject = conversation.id;
  const to = { contactId: contact.id, contact: contact.name, phone: contact.phone, messageId: id };
  if (message.isAutomatic) await record(tx, ctx, awayMessageSent, { subject, data: to });
  else if ("payload" in content && content.payload?.reaction)
    await record(tx, ctx, reactionSent, {
      subject,
      data: { ...to, emoji: content.payload.reaction.emoji ?? "" },
    });
  else if (content.type === "template")
    await record(tx, ctx, templateSent, { subject, data: { ...to, template: content.templateName } });
  else await record(tx, ctx, replySent, { subject, data: to });
  await wakeSender(tx, conversation.phoneNumberId);
  return id;
}
