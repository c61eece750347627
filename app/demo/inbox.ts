import { and, arrayContains, desc, eq, gt, isNull, notExists } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import {
  answeredWaits,
  cannedReplies,
  conversationNotes,
  inboxMembers,
  inboxSettings,
  type MacroActions,
} from "#app/db/schema/messaging/inbox.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { scheduledMessages } from "#app/db/schema/messaging/scheduled.ts";
import { teamMembers, teams } from "#app/db/schema/messaging/teams.ts";
import { snoozeTimes } from "#app/domain/messaging/conversations/snoozeTimes.ts";
import type { SnoozeChoice } from "#app/domain/messaging/conversations/words.ts";
import { textColumns } from "#app/domain/messaging/messages/text.ts";
import type { StoredPayload } from "#app/domain/whatsapp/webhookEvents/changes.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { nairobi } from "#app/platform/time/nairobiTime.ts";
import { fromZoneInput } from "#app/platform/time/zones.ts";
import { type Brings, type Talk, talks } from "./inboxTalks.ts";

const canned = [
  [
    "Opening hours",
    "Habari {{first_name}}, {{business}} is open Monday to Saturday from eight to five.",
    null,
  ],
  ["How to pay", "Pay by M-Pesa to till 174379 and send us the code, {{first_name}}.", null],
  ["Thank you", "Asante sana {{first_name}}! {{my_name}}", 0],
] as const;

const macros: readonly (MacroActions & { title: string; body: string })[] = [
  {
    title: "Delivered, all well",
    body: "Asante {{first_name}}! We are glad that all is well. Write to us at any time.",
    labels: ["delivery"],
    assignee: { to: "runner" },
    end: "close",
  },
  { title: "Wait for the refund", body: "", labels: ["refund"], assignee: null, end: "tomorrow" },
];

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
  await tx.insert(cannedReplies).values(
    macros.map(({ title, body, ...actions }) => ({
      orgId,
      id: newId("crp", now.getTime()),
      title,
      body,
      actions,
      createdBy: team[0]!,
    })),
  );
  const teamIds = await addTeams(tx, { orgId, team, now });
  const quiet = await quietContacts(tx, { orgId, now }, talks.length);
  for (const [index, talk] of talks.entries())
    await addTalk(tx, { orgId, team, teamIds, contactId: quiet[index]!.id, phoneNumberId, now }, talk);
}

/** Sales assigns by hand and has hours of its own; Support assigns automatically. */
async function addTeams(
  tx: Tx,
  { orgId, team, now }: { orgId: OrgId; team: string[]; now: Date },
): Promise<string[]> {
  const added = ["Sales", "Support"].map((name) => ({ orgId, id: newId("tea", now.getTime()), name }));
  const [sales, support] = added;
  await tx.insert(teams).values([
    { ...sales!, workingWeek: [open, open, open, open, open, null, null] },
    { ...support!, autoAssign: true },
  ]);
  const memberOf = (teamId: string) => (userId: string) => ({ orgId, teamId, userId });
  await tx
    .insert(teamMembers)
    .values([...team.slice(0, 2).map(memberOf(sales!.id)), ...team.slice(1).map(memberOf(support!.id))]);
  return added.map(({ id }) => id);
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

const snoozeEnd = (now: Date, choice: SnoozeChoice) =>
  fromZoneInput(snoozeTimes(now, nairobi)[choice], nairobi)!;

/** What a conversation's state brings with it. */
function stateColumns(
  { state, said, snoozed }: Pick<Talk, "state" | "said" | "snoozed">,
  { team, now, lastInAt }: { team: string[]; now: Date; lastInAt: Date },
): Partial<typeof conversations.$inferInsert> {
  if (state === "waiting") return { waitingSince: lastInAt, awaitsFirstReply: said.length === 1 };
  if (!snoozed) return {};
  const [minutes, by, until] = snoozed;
  return {
    updatedAt: new Date(now.getTime() - minutes * minuteMs),
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
interface TalkPlace {
  orgId: OrgId;
  team: string[];
  contactId: string;
  phoneNumberId: string;
  now: Date;
  /** Of the demo's teams. */
  teamIds?: readonly string[];
}

/** Returns the ids of the conversation and of its messages. */
export async function addTalk(
  tx: Tx,
  { orgId, team, contactId, phoneNumberId, now, teamIds = [] }: TalkPlace,
  { owner, queue, state, labels, said, note, snoozed, later }: Talk,
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
    teamId: queue === undefined ? null : teamIds[queue],
    ...stateColumns({ state, said, snoozed }, { team, now, lastInAt: ago(lastIn) }),
  });
  const [first, answer] = said;
  if (answer && typeof answer[1] === "number")
    await tx.insert(answeredWaits).values({
      orgId,
      messageId: rows[1]!.id,
      conversationId: id,
      answeredBy: team[answer[1]]!,
      teamId: queue === undefined ? null : teamIds[queue],
      isFirstReply: true,
      waitingSince: ago(first![0]),
      answeredAt: ago(answer[0]),
      dueAt: ago(first![0] - 30),
    });
  if (note)
    await tx.insert(conversationNotes).values({
      ...{ orgId, id: newId("nte", ago(note[0]).getTime()), conversationId: id },
      authorUserId: team[note[1]]!,
      body: note[2],
      createdAt: ago(note[0]),
    });
  if (later) await tx.insert(scheduledMessages).values({ orgId, ...laterColumns(later, { id, team, now }) });
  return { conversationId: id, messageIds: rows.map((row) => row.id) };
}
