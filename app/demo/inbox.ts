import { and, arrayContains, desc, eq, gt, isNull, notExists } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { type ConversationState, conversations } from "#app/db/schema/messaging/conversations.ts";
import {
  answeredWaits,
  cannedReplies,
  conversationNotes,
  inboxMembers,
  inboxSettings,
} from "#app/db/schema/messaging/inbox.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { textColumns } from "#app/domain/messaging/messages/text.ts";
import type { StoredPayload } from "#app/domain/whatsapp/webhookEvents/changes.ts";
import type { InboundMessage } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";

/** The owner: an index of the team, the demo's member first. */
type Owner = 0 | 1 | 2 | null;

/** The content of a customer's message besides text, and whether the customer edited it a minute later. */
type Brings = Partial<InboundMessage> & { editedFrom?: string; isTakenBack?: true };

export interface Talk {
  owner: Owner;
  state: ConversationState;
  labels: string[];
  /**
   * Minutes ago, author (`in` the customer, `bot`, else an index of the team), and text, oldest first; with
   * the content of a customer's message besides text.
   */
  said: [minutesAgo: number, who: "in" | "bot" | 0 | 1 | 2, text: string, brings?: Brings][];
  note?: [minutesAgo: number, by: 0 | 1 | 2, text: string];
}

const talks: readonly Talk[] = [
  {
    owner: null,
    state: "waiting",
    labels: ["delivery"],
    said: [
      [
        50,
        "in",
        "Habari, do you deliver to Nyeri? How much is it?",
        {
          referral: {
            source_type: "ad",
            source_id: "120226305854810726",
            source_url: "https://fb.me/duka-la-wanjiku",
            headline: "Delivery all over Kenya",
            body: "Order by WhatsApp before noon, and it leaves today.",
          },
        },
      ],
    ],
  },
  {
    owner: 1,
    state: "waiting",
    labels: ["complaint", "refund"],
    said: [
      [180, "in", "The shoes that I bought on Friday are torn already."],
      [171, 1, "Pole sana! Please send us the number of your receipt."],
      [98, "in", "", { isTakenBack: true }],
      [95, "in", "It is 4471. I want my money back.", { editedFrom: "It is 4417. I want my money back." }],
    ],
    note: [90, 1, "@Wanjiku may I refund this one? The customer buys every month."],
  },
  {
    owner: 2,
    state: "open",
    labels: ["wholesale"],
    said: [
      [240, "in", "What is your price for 50 bags of sugar?"],
      [232, 2, "KES 6,400 a bag from 20 bags on. Shall I keep 50 for you?"],
      [
        230,
        "in",
        "🛒 Order of 2 items",
        {
          type: "order",
          order: {
            product_items: [
              { product_retailer_id: "sugar-50kg", quantity: 50, item_price: 6400, currency: "KES" },
              { product_retailer_id: "salt-10kg", quantity: 4, item_price: 380, currency: "KES" },
            ],
          },
        },
      ],
      [228, 2, "Asante, both are kept for you."],
    ],
  },
  {
    owner: 0,
    state: "open",
    labels: [],
    said: [
      [300, "in", "Are you open on Jamhuri Day?"],
      [294, "in", "📞 Missed call", { type: "call" }],
      [288, 0, "From nine to one. Karibu!"],
    ],
  },
  {
    owner: 2,
    state: "closed",
    labels: ["delivery"],
    said: [
      [1500, "in", "My parcel has come, asante."],
      [1492, 2, "Asante to you! Karibu tena."],
    ],
  },
];

const canned = [
  [
    "Opening hours",
    "Habari {{first_name}}, {{business}} is open Monday to Saturday from eight to five.",
    null,
  ],
  ["How to pay", "Pay by M-Pesa to till 174379 and send us the code, {{first_name}}.", null],
  ["Thank you", "Asante sana {{first_name}}! {{my_name}}", 0],
] as const;

const open = { from: "08:00", to: "17:00" };
const minuteMs = 60_000;
/** Every talk is younger. */
const talksSinceMs = 2 * 24 * 60 * minuteMs;

/** A team at work: conversations in every state, with notes, labels and late replies, and inbox settings. */
export async function loadDemoInbox(
  tx: Tx,
  { orgId, team, phoneNumberId, now }: { orgId: OrgId; team: string[]; phoneNumberId: string; now: Date },
): Promise<void> {
  await tx.insert(inboxSettings).values({
    orgId,
    workingWeek: [open, open, open, open, open, open, null],
    awayMessage: "Asante for your message. We answer from eight to five, Monday to Saturday.",
    firstReplyMinutes: 30,
    nextReplyMinutes: 60,
    alarmMinutes: 240,
  });
  await tx
    .insert(inboxMembers)
    .values(team.map((userId, index) => ({ orgId, userId, onDuty: index > 0, capacity: 8 })));
  await tx.insert(cannedReplies).values(
    canned.map(([title, body, owner]) => ({
      orgId,
      id: newId("crp", now.getTime()),
      title,
      body,
      ownerUserId: owner === null ? null : team[owner]!,
      createdBy: team[0]!,
    })),
  );
  const quiet = await quietContacts(tx, { orgId, now }, talks.length);
  for (const [index, talk] of talks.entries())
    await addTalk(tx, { orgId, team, contactId: quiet[index]!.id, phoneNumberId, now }, talk);
}

/**
 * Contacts with a tag, without a conversation and not reached by a campaign since these began, so that these
 * messages are their last; excluding those that the handset offers first, which are for trying.
 */
export const quietContacts = (
  tx: Tx,
  { orgId, now }: { orgId: OrgId; now: Date },
  limit: number,
  tag?: string,
) =>
  tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(
      and(
        eq(contacts.orgId, orgId),
        isNull(contacts.optedOutAt),
        tag === undefined ? undefined : arrayContains(contacts.tags, [tag]),
        notExists(
          tx
            .select()
            .from(conversations)
            .where(and(eq(conversations.orgId, orgId), eq(conversations.contactId, contacts.id))),
        ),
        notExists(
          tx
            .select()
            .from(messages)
            .where(
              and(
                eq(messages.orgId, orgId),
                eq(messages.contactId, contacts.id),
                gt(messages.acceptedAt, new Date(now.getTime() - talksSinceMs)),
              ),
            ),
        ),
      ),
    )
    .orderBy(desc(contacts.id))
    .limit(limit);

function payloadOf({ editedFrom, isTakenBack, ...message }: Brings, changedAt: Date): StoredPayload {
  const at = changedAt.toISOString();
  return {
    ...message,
    ...(editedFrom ? { edits: [{ body: editedFrom, until: at }] } : {}),
    ...(isTakenBack ? { revokedAt: at } : {}),
  };
}

/** Accepted by Meta, and read by the customer. */
const readAt = (at: Date) => ({
  acceptedAt: at,
  sentAt: at,
  deliveredAt: at,
  readAt: at,
  wamid: `wamid.demo-${at.getTime()}`,
});

/** Returns the ids of the conversation and of its messages. */
export async function addTalk(
  tx: Tx,
  {
    orgId,
    team,
    contactId,
    phoneNumberId,
    now,
  }: { orgId: OrgId; team: string[]; contactId: string; phoneNumberId: string; now: Date },
  { owner, state, labels, said, note }: Talk,
): Promise<{ conversationId: string; messageIds: string[] }> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);
  const place = { orgId, contactId, phoneNumberId };
  const rows = said.map(([minutes, who, body, brings]) => ({
    ...place,
    id: newId("msg", ago(minutes).getTime()),
    type: brings?.type ?? "text",
    ...(brings ? { payload: payloadOf(brings, ago(minutes - 1)) } : {}),
    ...textColumns(body),
    createdAt: ago(minutes),
    ...(who === "in"
      ? { direction: "in" as const, state: "delivered" as const, deliveredAt: ago(minutes) }
      : {
          direction: "out" as const,
          state: "read" as const,
          authorUserId: who === "bot" ? null : team[who]!,
          ...readAt(ago(minutes)),
        }),
  }));
  const [[lastMinutes, , lastMessage], last] = [said.at(-1)!, rows.at(-1)!];
  const lastIn = said.findLast(([, who]) => who === "in")![0];
  const id = newId("cnv", ago(said[0]![0]).getTime());
  await tx.insert(messages).values(rows);
  await tx.insert(conversations).values({
    ...place,
    id,
    lastMessageAt: ago(lastMinutes),
    lastMessage,
    lastMessageId: last.id,
    windowEndsAt: ago(lastIn - 24 * 60),
    adAt: said.some(([, , , brings]) => brings?.referral) ? ago(said[0]![0]) : null,
    state,
    labels,
    assignedTo: owner === null ? null : team[owner]!,
    ...(state === "waiting" ? { waitingSince: ago(lastIn), awaitsFirstReply: said.length === 1 } : {}),
  });
  const [first, answer] = said;
  if (answer && typeof answer[1] === "number")
    await tx.insert(answeredWaits).values({
      orgId,
      messageId: rows[1]!.id,
      conversationId: id,
      answeredBy: team[answer[1]]!,
      isFirstReply: true,
      waitingSince: ago(first![0]),
      answeredAt: ago(answer[0]),
      dueAt: ago(first![0] - 30),
    });
  if (note)
    await tx.insert(conversationNotes).values({
      orgId,
      id: newId("nte", ago(note[0]).getTime()),
      conversationId: id,
      authorUserId: team[note[1]]!,
      body: note[2],
      createdAt: ago(note[0]),
    });
  return { conversationId: id, messageIds: rows.map((row) => row.id) };
}
