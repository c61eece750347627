import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { inboxSettings } from "#app/db/schema/messaging/inbox.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { conversationGiven } from "#app/domain/messaging/events.ts";
import { type TeamMember, teamOf } from "#app/domain/messaging/inboxSettings/team.server.ts";
import { isWorkingTime } from "#app/domain/messaging/inboxSettings/workingHours.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import { teamsWithMembers } from "#app/domain/messaging/teams/queries.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";

const atOnce = 200;

/** A queue whose conversations are assigned now. */
interface Queue {
  /** Empty: conversations without a team. */
  teamIds: string[];
  /** On duty. */
  members: TeamMember[];
}

/**
 * Assigns the waiting unassigned conversations of each team, longest waiting first, to its members on duty with capacity: each
 * to the one with the least of theirs in use. The organisation's queue is that of all members, and has the
 * conversations of teams without members too. The rest stays visible to everyone.
 */
export async function assignWaiting({ ctx }: { ctx: OrgContext }): Promise<{ given: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    // One at a time for an organisation, so that no member exceeds their capacity.
    const [settings] = await tx
      .select({ autoAssign: inboxSettings.autoAssign, workingWeek: inboxSettings.workingWeek })
      .from(inboxSettings)
      .where(eq(inboxSettings.orgId, ctx.orgId))
      .for("no key update");
    if (!settings) return { given: 0 };
    const members = (await teamOf(tx, ctx.orgId)).filter(({ onDuty }) => onDuty);
    const queues = await openQueues(tx, ctx, settings, members);
    if (queues.length === 0) return { given: 0 };
    let given = 0;
    for (const { place, ...conversation } of await oldestWaiting(tx, ctx, queues)) {
      const member = mostRoom(queues[place]!.members);
      // A member of several teams has room for one of them.
      if (roomOf(member) === 0) continue;
      member.load += 1;
      await give(tx, ctx, conversation, member);
      given += 1;
    }
    return { given };
  });
}

type Settings = Pick<typeof inboxSettings.$inferSelect, "autoAssign" | "workingWeek">;

/** The queues that are assigned at this time, and have a member with capacity left. */
async function openQueues(
  tx: Tx,
  ctx: OrgContext,
  settings: Settings,
  members: TeamMember[],
): Promise<Queue[]> {
  const now = ctx.clock.now();
  const teams = members.length === 0 ? [] : await teamsWithMembers(tx, ctx.orgId);
  const withoutMembers = teams.filter(({ memberIds }) => memberIds.length === 0).map(({ id }) => id);
  const all = [
    { ...settings, teamIds: ["", ...withoutMembers], members },
    ...teams.map(({ id, autoAssign, workingWeek, memberIds }) => ({
      autoAssign,
      workingWeek: workingWeek ?? settings.workingWeek,
      teamIds: [id],
      members: members.filter((member) => memberIds.includes(member.id)),
    })),
  ];
  return all.filter(
    (queue) => queue.autoAssign && isWorkingTime(queue.workingWeek, now) && queue.members.some(roomOf),
  );
}

const roomOf = ({ capacity, load }: TeamMember): number => Math.max(0, capacity - load);

/**
 * As many of each queue as its members have room for; `place` is that of its queue. Conversations locked by a
 * concurrent write are skipped.
 */
async function oldestWaiting(tx: Tx, { orgId }: OrgContext, queues: readonly Queue[]) {
  const wanted = queues.map(({ teamIds, members }, place) => ({
    place,
    team_ids: teamIds,
    room: Math.min(
      atOnce,
      members.reduce((sum, member) => sum + roomOf(member), 0),
    ),
  }));
  const { rows: locked } = await tx.execute<{ id: string; place: number }>(sql`
    select waiting.id, wanted.place
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(place int, team_ids text[], room int)
    cross join lateral (
      select id from conversations
      where org_id = ${orgId} and assigned_to is null and waiting_since is not null
        and coalesce(team_id, '') = any(wanted.team_ids)
      order by waiting_since, id limit wanted.room for update skip locked) as waiting`);
  const placeOf = new Map(locked.map(({ id, place }) => [id, place]));
  const rows = await tx
    .select({ id: conversations.id, name: contacts.name, phone: contacts.phone })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .where(and(eq(conversations.orgId, orgId), inArray(conversations.id, [...placeOf.keys()])))
    .orderBy(asc(conversations.waitingSince), asc(conversations.id));
  return rows.map((row) => ({ ...row, place: placeOf.get(row.id)! }));
}

const mostRoom = (team: TeamMember[]): TeamMember =>
  team.reduce((best, member) => (member.load / member.capacity < best.load / best.capacity ? member : best));

async function give(
  tx: Tx,
  ctx: OrgContext,
  conversation: { id: string; name: string; phone: string | null },
  member: TeamMember,
): Promise<void> {
  const { id, name, phone } = conversation;
  await tx
    .update(conversations)
    .set({ assignedTo: member.id })
    .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, id)));
  notifyPages(tx, ctx.orgId, "conversations");
  await record(tx, ctx, conversationGiven, {
    subject: id,
    data: { contact: nameOf(name, phone), to: member.name },
    named: [member.id],
  });
}
