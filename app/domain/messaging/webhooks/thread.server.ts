import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations, messages } from "#app/db/schema/messaging.ts";
import { noteInboundMedia } from "#app/domain/messaging/media/noteInbound.server.ts";
import { textColumns } from "#app/domain/messaging/messages/text.ts";
import { type InboundMessage, readableBody, typeOf } from "#app/domain/whatsapp/inbox/events.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";

const windowMs = 24 * 3_600_000;

const { state, assignedTo, waitingSince, awaitsFirstReply, orgId } = conversations;
const wasClosed = sql`${state} = 'closed'`;

/**
 * The customer wrote: they wait since their first message without an answer. What was closed is open again, and with the
 * member who had it only while they are on duty.
 */
const waits = {
  state: "waiting" as const,
  waitingSince: sql`coalesce(${waitingSince}, excluded.waiting_since)`,
  awaitsFirstReply: sql`${awaitsFirstReply} or ${wasClosed}`,
  assignedTo: sql`case when ${wasClosed} then (select m.user_id from inbox_members m
    where m.org_id = ${orgId} and m.user_id = ${assignedTo} and m.on_duty) else ${assignedTo} end`,
};

/** The business answered in its own app, later than the customer wrote. */
const isLater = sql`coalesce(${waitingSince} <= excluded.last_message_at, true)`;
const answeredElsewhere = {
  state: sql`case when ${isLater} then 'open' else ${state} end`,
  waitingSince: sql`case when ${isLater} then null else ${waitingSince} end`,
  awaitsFirstReply: sql`case when ${isLater} then false else ${awaitsFirstReply} end`,
};

/**
 * Puts a message that was written outside this product into the thread of a person and a number: theirs (`isNews`: it is
 * unread, and opens the customer service window), or one of the business's own app.
 */
export async function putInThread(
  tx: Tx,
  {
    message,
    at,
    isNews,
    direction,
    ...place
  }: {
    orgId: OrgId;
    phoneNumberId: string;
    contactId: string;
    message: InboundMessage;
    at: Date;
    direction: "in" | "out";
    isNews: boolean;
  },
): Promise<{ conversationId: string; messageId: string; mediaId: string | null; body: string }> {
  const body = readableBody(message);
  const messageId = newId("msg", at.getTime());
  await tx.insert(messages).values({
    ...place,
    id: messageId,
    direction,
    type: typeOf(message),
    recipient: null,
    ...textColumns(body),
    payload: message,
    wamid: message.id ?? null,
    ...(direction === "in" ? { state: "delivered", deliveredAt: at } : { state: "sent", sentAt: at }),
    createdAt: at,
  });
  const mediaId = await noteInboundMedia(
    tx,
    { orgId: place.orgId, phoneNumberId: place.phoneNumberId, messageId, at },
    message,
  );
  const [conversation] = await tx
    .insert(conversations)
    .values({
      ...place,
      id: newId("cnv", at.getTime()),
      lastMessageAt: at,
      lastMessage: body.slice(0, 200),
      unread: isNews ? 1 : 0,
      windowEndsAt: isNews ? new Date(at.getTime() + windowMs) : null,
      lastMessageId: messageId,
      ...(isNews ? { state: "waiting", waitingSince: at, awaitsFirstReply: true } : {}),
    })
    .onConflictDoUpdate({
      target: [conversations.orgId, conversations.phoneNumberId, conversations.contactId],
      set: {
        // An older message that comes late is in the thread, and changes neither preview nor window.
        lastMessage: sql`case when ${conversations.lastMessageAt} <= excluded.last_message_at then excluded.last_message else ${conversations.lastMessage} end`,
        lastMessageAt: sql`greatest(${conversations.lastMessageAt}, excluded.last_message_at)`,
        windowEndsAt: sql`greatest(${conversations.windowEndsAt}, excluded.window_ends_at)`,
        unread: sql`${conversations.unread} + excluded.unread`,
        lastMessageId: messageId,
        ...(isNews ? waits : direction === "out" ? answeredElsewhere : {}),
        updatedAt: at,
      },
    })
    .returning({ id: conversations.id });
  return { conversationId: conversation!.id, messageId, mediaId, body };
}
