import { clientOf, type Tx } from "#app/db/client.server.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import { inboundMediaOf } from "#app/domain/messaging/media/inboundMedia.ts";
import { oneLine } from "#app/domain/messaging/messages/text.ts";
import { type InboundMessage, readableBody, typeOf } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { afterMessage } from "./threadState.ts";
import { lockThreads, writeThreads } from "./threads.server.ts";

interface Place {
  orgId: OrgId;
  phoneNumberId: string;
}

export interface NewMessage {
  contactId: string;
  message: InboundMessage;
  at: Date;
  direction: "in" | "out";
  isNews: boolean;
  isScore?: boolean;
}

export interface Threaded {
  conversationId: string;
  messageId: string;
  mediaId: string | null;
  body: string;
  /** The message ended the conversation's snooze. */
  endsSnooze: boolean;
}

type Stored = NewMessage & { messageId: string; body: string };

const messagesText = `
insert into messages (org_id, phone_number_id, id, contact_id, direction, type, body, search_text, payload, wamid, state,
  delivered_at, sent_at, created_at)
select $1, $2, m.id, m.contact_id, m.direction, m.type, m.body, folded(m.search), m.payload, m.wamid, m.state::message_state,
  m.delivered_at, m.sent_at, m.at
from jsonb_to_recordset($3::jsonb) as m(id text, contact_id text, direction text, type text, body text, search text,
  payload jsonb, wamid text, state text, delivered_at timestamptz, sent_at timestamptz, at timestamptz)
returning 1`;

/**
 * Puts messages that were written outside this product into the threads of their people and a number: theirs (`isNews`:
 * unread, and opening the customer service window), or those of the business's own app. In the order in which they came.
 */
export async function putInThreads(
  tx: Tx,
  place: Place,
  messages: readonly NewMessage[],
): Promise<Threaded[]> {
  if (messages.length === 0) return [];
  const stored = messages.map((each) => ({
    ...each,
    messageId: newId("msg", each.at.getTime()),
    body: readableBody(each.message),
  }));
  await clientOf(tx).query({
    name: "insert-thread-messages",
    text: messagesText,
    values: [place.orgId, place.phoneNumberId, JSON.stringify(stored.map(rowOf))],
  });
  const mediaIds = await noteMedia(tx, place, stored);
  const moved = await moveThreads(tx, place, stored);
  return stored.map(({ messageId, body }, n) => ({
    ...moved[n]!,
    messageId,
    mediaId: mediaIds.get(messageId) ?? null,
    body,
  }));
}

const rowOf = ({ messageId, contactId, direction, message, at, body }: Stored) => ({
  id: messageId,
  contact_id: contactId,
  direction,
  type: typeOf(message),
  body,
  search: oneLine(body),
  payload: message,
  wamid: message.id ?? null,
  at,
  ...(direction === "in" ? { state: "delivered", delivered_at: at } : { state: "sent", sent_at: at }),
});

async function noteMedia(tx: Tx, place: Place, stored: readonly Stored[]): Promise<Map<string, string>> {
  const rows = stored.flatMap(
    ({ message, messageId, at }) => inboundMediaOf({ ...place, messageId, at }, message) ?? [],
  );
  if (rows.length > 0) await tx.insert(media).values(rows);
  return new Map(rows.map(({ id, messageId }) => [messageId!, id]));
}

/** The conversation of each message, moved on by all of them. */
async function moveThreads(
  tx: Tx,
  place: Place,
  stored: readonly Stored[],
): Promise<Pick<Threaded, "conversationId" | "endsSnooze">[]> {
  const firsts = new Map<string, Stored>();
  for (const each of stored) if (!firsts.has(each.contactId)) firsts.set(each.contactId, each);
  const { threads, isOnDuty } = await lockThreads(tx, place, firsts);
  const moved = stored.map((each) => {
    const thread = threads.get(each.contactId)!;
    const wasSnoozed = thread.state === "snoozed";
    Object.assign(thread, afterMessage(thread, each, isOnDuty), { updatedAt: each.at });
    return { conversationId: thread.id, endsSnooze: wasSnoozed && thread.state !== "snoozed" };
  });
  await writeThreads(tx, place.orgId, [...threads.values()]);
  return moved;
}
