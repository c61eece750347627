import { and, asc, eq, ne, notInArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { answeredWaits, inboxSettings } from "#app/db/schema/messaging/inbox.ts";
import { satisfactionRequests } from "#app/db/schema/messaging/satisfaction.ts";
import { teamMembers, teams } from "#app/db/schema/messaging/teams.ts";
import type { WorkingWeek } from "#app/db/schema/messaging/workingWeek.ts";
import { isForeignKeyViolation, isUniqueViolation } from "#app/db/violations.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { teamChanged, teamCreated, teamDeleted, teamEmptied } from "#app/domain/messaging/events.ts";
import { giveWaitingJob } from "#app/domain/messaging/jobs.ts";
import { record } from "#app/domain/record/record.server.ts";
import { isChange } from "#app/platform/changes.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { m } from "#messages";

const maxTeams = 50;

interface TeamInput {
  name: string;
  memberIds: string[];
  /** Null: the organisation's working hours. */
  workingWeek: WorkingWeek | null;
  autoAssign: boolean;
}

/** Creates a team. @throws DomainError `team.name_taken`, `team.too_many`, `member.not_found` */
export async function createTeam({ ctx, input }: Call<TeamInput>): Promise<{ teamId: string }> {
  const teamId = newId("tea", ctx.clock.now().getTime());
  const { memberIds, ...columns } = input;
  await translated(() =>
    ctx.db.withOrg(ctx.orgId, async (tx) => {
      // Assigning in turns locks this row, so it exists where there is a team.
      await tx.insert(inboxSettings).values({ orgId: ctx.orgId }).onConflictDoNothing();
      await tx
        .select({ orgId: inboxSettings.orgId })
        .from(inboxSettings)
        .where(eq(inboxSettings.orgId, ctx.orgId))
        .for("no key update");
      if ((await tx.$count(teams, eq(teams.orgId, ctx.orgId))) >= maxTeams)
        throw messagingError("team.too_many", { values: { most: maxTeams } });
      await tx.insert(teams).values({ orgId: ctx.orgId, id: teamId, ...columns, createdAt: ctx.clock.now() });
      await setMembers(tx, ctx, teamId, memberIds);
      await record(tx, ctx, teamCreated, {
        subject: teamId,
        data: { team: input.name, members: new Set(memberIds).size, autoAssign: input.autoAssign },
      });
      await assignLater(tx, ctx);
    }),
  );
  return { teamId };
}

/** Replaces a team. @throws DomainError `team.not_found`, and those of `createTeam` */
export const updateTeam = ({ ctx, input }: Call<TeamInput & { teamId: string }>) =>
  translated(() => ctx.db.withOrg(ctx.orgId, (tx) => replace(tx, ctx, input)));

async function replace(tx: Tx, ctx: OrgContext, input: TeamInput & { teamId: string }) {
  const { teamId, memberIds, ...columns } = input;
  const own = and(eq(teams.orgId, ctx.orgId), eq(teams.id, teamId));
  const [known] = await tx.select().from(teams).where(own).for("no key update");
  if (!known) throw notFound("Team");
  const before = await memberIdsOf(tx, ctx, teamId);
  const after = [...new Set(memberIds)].sort();
  if (!isChange({ ...known, memberIds: before }, { ...columns, memberIds: after }))
    return { teamId, changed: false };
  await tx
    .update(teams)
    .set({ ...columns, updatedAt: ctx.clock.now() })
    .where(own);
  await setMembers(tx, ctx, teamId, after);
  await record(tx, ctx, teamChanged, {
    subject: teamId,
    data: { team: input.name, members: after.length, autoAssign: input.autoAssign },
  });
  if (before.length > 0 && after.length === 0) await recordEmptied(tx, ctx, { id: teamId, name: input.name });
  await assignLater(tx, ctx);
  return { teamId, changed: true };
}

/** Deletes a team; its conversations return to the organisation's queue. @throws DomainError `team.not_found` */
export async function deleteTeam({ ctx, input: { teamId } }: Call<{ teamId: string }>) {
  const own = and(eq(teams.orgId, ctx.orgId), eq(teams.id, teamId));
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [gone] = await tx.select({ name: teams.name }).from(teams).where(own).for("update");
    if (!gone) throw notFound("Team");
    const returned = await countOpen(tx, ctx, teamId);
    for (const table of [conversations, answeredWaits, satisfactionRequests])
      await tx
        .update(table)
        .set({ teamId: null })
        .where(and(eq(table.orgId, ctx.orgId), eq(table.teamId, teamId)));
    await tx.delete(teams).where(own);
    notifyPages(tx, ctx.orgId, "conversations");
    await record(tx, ctx, teamDeleted, {
      subject: teamId,
      data: { team: gone.name, conversations: returned },
    });
    await assignLater(tx, ctx);
    return { returned };
  });
}

/** The conversations of a team that are not closed. */
export const countOpen = (tx: Tx, { orgId }: Pick<OrgContext, "orgId">, teamId: string) =>
  tx.$count(
    conversations,
    and(eq(conversations.orgId, orgId), eq(conversations.teamId, teamId), ne(conversations.state, "closed")),
  );

/** Notifies managers of a team without members: the organisation's queue has its conversations from now on. */
export async function recordEmptied(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId" | "actor" | "clock" | "requestId">,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await record(tx, ctx, teamEmptied, {
    subject: id,
    data: { team: name, conversations: await countOpen(tx, ctx, id) },
  });
}

async function memberIdsOf(tx: Tx, { orgId }: OrgContext, teamId: string): Promise<string[]> {
  const rows = await tx
    .select({ userId: teamMembers.userId })
    .from(teamMembers)
    .where(and(eq(teamMembers.orgId, orgId), eq(teamMembers.teamId, teamId)))
    .orderBy(asc(sql`${teamMembers.userId} collate "C"`));
  return rows.map(({ userId }) => userId);
}

/**
 * Adds before it removes, in the order in which members are locked when one leaves: neither waits for the other forever.
 */
async function setMembers(tx: Tx, { orgId }: OrgContext, teamId: string, memberIds: readonly string[]) {
  const wanted = [...new Set(memberIds)].sort();
  const added = wanted.map((userId) => ({ orgId, teamId, userId }));
  if (added.length > 0) await tx.insert(teamMembers).values(added).onConflictDoNothing();
  await tx
    .delete(teamMembers)
    .where(
      and(
        eq(teamMembers.orgId, orgId),
        eq(teamMembers.teamId, teamId),
        notInArray(teamMembers.userId, wanted),
      ),
    );
}

const assignLater = (tx: Tx, ctx: OrgContext) =>
  ctx.jobs.enqueue(giveWaitingJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });

async function translated<Saved>(save: () => Promise<Saved>): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw messagingError("member.not_found:team", { field: "memberIds" });
    if (!isUniqueViolation(error)) throw error;
    throw messagingError("team.name_taken", { fields: { name: m.errors_team_name_taken_field() } });
  }
}
