import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { answeredWaits, conversationNotes } from "#app/db/schema/messaging/inbox.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { satisfactionRequests } from "#app/db/schema/messaging/satisfaction.ts";
import { scheduledMessages } from "#app/db/schema/messaging/scheduled.ts";
import { snoozeTimes } from "#app/domain/messaging/conversations/snoozeTimes.ts";
import type { SnoozeChoice } from "#app/domain/messaging/conversations/words.ts";
import { textColumns } from "#app/domain/messaging/messages/text.ts";
import type { StoredPayload } from "#app/domain/whatsapp/webhookEvents/changes.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { nairobi } from "#app/platform/time/nairobiTime.ts";
import { fromZoneInput } from "#app/platform/time/zones.ts";
import type { Brings, Talk } from "./inboxTalks.ts";

const minuteMs = 60_000;

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

const snoozeEnd = (now: Date, choice: SnoozeChoice) =>
  fromZoneInput(snoozeTimes(now, nairobi)[choice], nairobi)!;

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * minuteMs);

/** What a conversation's state brings with it. */
function stateColumns(
  { state, said, snoozed }: Pick<Talk, "state" | "said" | "snoozed">,
  { team, now, lastInAt }: { team: string[]; now: Date; lastInAt: Date },
): Partial<typeof conversations.$inferInsert> {
  if (state === "waiting") return { waitingSince: lastInAt, awaitsFirstReply: said.length === 1 };
  if (!snoozed) return {};
  const [minutes, by, until] = snoozed;
  return {
    updatedAt: minutesBefore(now, minutes),
    snoozedUntil: snoozeEnd(now, until),
    snoozedBy: team[by]!,
    snoozedWaitingSince: said.at(-1)![1] === "in" ? lastInAt : null,
  };
}

/** A reply that is sent later, at a full minute. */
const laterColumns = (
  [inMinutes, by, body]: NonNullable<Talk["later"]>,
  { id, team, now }: { id: string; team: string[]; now: Date },
) => ({
  id: newId("sch", now.getTime()),
  conversationId: id,
  authorUserId: team[by]!,
  body,
  sendAt: new Date((Math.floor(now.getTime() / minuteMs) + inMinutes) * minuteMs),
  createdAt: now,
});

const noteColumns = (
  [minutes, by, body]: NonNullable<Talk["note"]>,
  { team, now }: { team: string[]; now: Date },
) => {
  const createdAt = minutesBefore(now, minutes);
  return { id: newId("nte", createdAt.getTime()), authorUserId: team[by]!, body, createdAt };
};

/** The question is one of the talk's messages; its answer came four minutes later. */
const satisfactionColumns = (
  [minutes, score]: NonNullable<Talk["satisfaction"]>,
  { said, rows, now }: { said: Talk["said"]; rows: readonly { id: string }[]; now: Date },
) => {
  const requestedAt = minutesBefore(now, minutes);
  return {
    id: newId("sat", requestedAt.getTime()),
    messageId: rows[said.findIndex(([ago]) => ago === minutes)]!.id,
    ...{ requestedAt, score, answeredAt: new Date(requestedAt.getTime() + 4 * minuteMs) },
  };
};

interface TalkPlace {
  orgId: OrgId;
  team: string[];
  contactId: string;
  phoneNumberId: string;
  now: Date;
  /** Of the demo's teams. */
  teamIds?: readonly string[];
}

const messageRows = (said: Talk["said"], { orgId, contactId, phoneNumberId, team, now }: TalkPlace) =>
  said.map(([minutes, who, body, brings]) => {
    const at = minutesBefore(now, minutes);
    return {
      ...{ orgId, contactId, phoneNumberId, id: newId("msg", at.getTime()), createdAt: at },
      type: brings?.type ?? "text",
      ...(brings ? { payload: payloadOf(brings, minutesBefore(now, minutes - 1)) } : {}),
      ...textColumns(body),
      ...(who === "in"
        ? { direction: "in" as const, state: "delivered" as const, deliveredAt: at }
        : {
            direction: "out" as const,
            state: "read" as const,
            authorUserId: who === "bot" ? null : team[who]!,
            ...readAt(at),
          }),
    };
  });

const conversationColumns = (
  { owner, queue, state, labels, said, snoozed }: Talk,
  { orgId, contactId, phoneNumberId, team, now, teamIds = [] }: TalkPlace,
) => {
  const [lastMinutes, , lastMessage] = said.at(-1)!;
  const lastInAt = minutesBefore(now, said.findLast(([, who]) => who === "in")![0]);
  const startedAt = minutesBefore(now, said[0]![0]);
  return {
    ...{ orgId, contactId, phoneNumberId, state, labels, lastMessage },
    id: newId("cnv", startedAt.getTime()),
    lastMessageAt: minutesBefore(now, lastMinutes),
    windowEndsAt: new Date(lastInAt.getTime() + 24 * 60 * minuteMs),
    adAt: said.some(([, , , brings]) => brings?.referral) ? startedAt : null,
    assignedTo: owner === null ? null : team[owner]!,
    teamId: queue === undefined ? null : teamIds[queue],
    ...stateColumns({ state, said, snoozed }, { team, now, lastInAt }),
  };
};

/** The first reply, if a member wrote it. */
const waitColumns = ([first, answer]: Talk["said"], { team, now }: TalkPlace) =>
  answer && typeof answer[1] === "number"
    ? {
        answeredBy: team[answer[1]]!,
        isFirstReply: true,
        waitingSince: minutesBefore(now, first![0]),
        answeredAt: minutesBefore(now, answer[0]),
        dueAt: minutesBefore(now, first![0] - 30),
      }
    : undefined;

/** Returns the ids of the conversation and of its messages. */
export async function addTalk(
  tx: Tx,
  place: TalkPlace,
  talk: Talk,
): Promise<{ conversationId: string; messageIds: string[] }> {
  const { orgId, team, now } = place;
  const { owner, said, note, satisfaction, later } = talk;
  const rows = messageRows(said, place);
  const conversation = conversationColumns(talk, place);
  const of = { orgId, conversationId: conversation.id };
  await tx.insert(messages).values(rows);
  await tx.insert(conversations).values({ ...conversation, lastMessageId: rows.at(-1)!.id });
  const wait = waitColumns(said, place);
  if (wait)
    await tx
      .insert(answeredWaits)
      .values({ ...of, messageId: rows[1]!.id, teamId: conversation.teamId, ...wait });
  if (satisfaction)
    await tx.insert(satisfactionRequests).values({
      ...{ ...of, closedBy: team[owner ?? 0]! },
      ...satisfactionColumns(satisfaction, { said, rows, now }),
    });
  if (note) await tx.insert(conversationNotes).values({ ...of, ...noteColumns(note, { team, now }) });
  if (later)
    await tx
      .insert(scheduledMessages)
      .values({ orgId, ...laterColumns(later, { id: of.conversationId, team, now }) });
  return { conversationId: of.conversationId, messageIds: rows.map((row) => row.id) };
}
