import { and, arrayContains, desc, eq, gt, isNull, notExists } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import {
  cannedReplies,
  inboxMembers,
  inboxSettings,
  type MacroActions,
} from "#app/db/schema/messaging/inbox.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { teamMembers, teams } from "#app/db/schema/messaging/teams.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { addTalk } from "./addTalk.ts";
import { talks } from "./inboxTalks.ts";

const canned = [
  [
    "Opening hours",
    "Habari {{first_name}}, {{business}} is open Monday to Saturday from eight to five.",
    null,
  ],
  ["How to pay", "Pay by M-Pesa to till 174379 and send us the code, {{first_name}}.", null],
  ["Thank you", "Asante sana {{first_name}}! {{my_name}}", 0],
] as const;

const macrosFor = (support: string): (MacroActions & { title: string; body: string })[] => [
  {
    title: "Delivered, all well",
    body: "Asante {{first_name}}! We are glad that all is well. Write to us at any time.",
    labels: ["delivery"],
    assignee: { to: "runner" },
    end: "close",
  },
  { title: "Wait for the refund", body: "", labels: ["refund"], assignee: null, end: "tomorrow" },
  {
    title: "Hand over to Support",
    body: "Thank you {{first_name}}, our support team will reply to you here.",
    labels: [],
    assignee: { to: "team", teamId: support },
    end: null,
  },
];

const open = { from: "08:00", to: "17:00" };
/** Every talk is younger. */
const talksSinceMs = 2 * 24 * 3_600_000;

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
    ...{ alarmMinutes: 240, asksSatisfaction: true },
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
  const teamIds = await addTeams(tx, { orgId, team, now });
  await tx.insert(cannedReplies).values(
    macrosFor(teamIds[1]!).map(({ title, body, ...actions }) => ({
      orgId,
      id: newId("crp", now.getTime()),
      title,
      body,
      actions,
      createdBy: team[0]!,
    })),
  );
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
