import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { teams } from "#app/db/schema/messaging/teams.ts";
import { inboxSettingsOf } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import { teamOf } from "#app/domain/messaging/inboxSettings/team.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

const byName = [asc(sql`lower(${teams.name})`), asc(teams.id)];

/** Their names, for a choice; not yet queried. */
export const teamNames = (tx: Tx, orgId: OrgId) =>
  tx
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(eq(teams.orgId, orgId))
    .orderBy(...byName);

const membersOfTeam = (orgId: OrgId) =>
  sql<string[]>`array(select user_id from team_members m where m.org_id = ${orgId} and m.team_id = teams.id)`;

const withMembers = (orgId: OrgId) => ({
  id: teams.id,
  name: teams.name,
  workingWeek: teams.workingWeek,
  autoAssign: teams.autoAssign,
  memberIds: membersOfTeam(orgId),
});

/** The teams with the ids of their members, by name. */
export const teamsWithMembers = (tx: Tx, orgId: OrgId) =>
  tx
    .select(withMembers(orgId))
    .from(teams)
    .where(eq(teams.orgId, orgId))
    .orderBy(...byName);

/** The teams with the number of customers who wait in their queues, and the organisation's members. */
export const listTeams = async (ctx: OrgContext) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const members = (await teamOf(tx, ctx.orgId)).map(({ id, name, onDuty }) => ({ id, name, onDuty }));
    const listed = await tx
      .select({
        ...withMembers(ctx.orgId),
        waiting: sql<number>`(select count(*) from conversations c
          where c.org_id = ${ctx.orgId} and c.team_id = teams.id and c.waiting_since is not null)`,
      })
      .from(teams)
      .where(eq(teams.orgId, ctx.orgId))
      .orderBy(...byName);
    return { teams: listed, members };
  });

/** A team, with the number of its conversations that are not closed. @throws DomainError `team.not_found` */
export const getTeam = async (ctx: OrgContext, { teamId }: { teamId: string }) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [team] = await tx
      .select({
        id: teams.id,
        name: teams.name,
        workingWeek: teams.workingWeek,
        autoAssign: teams.autoAssign,
        memberIds: membersOfTeam(ctx.orgId),
        open: sql<number>`(select count(*) from conversations c
          where c.org_id = ${ctx.orgId} and c.team_id = teams.id and c.state <> 'closed')`,
      })
      .from(teams)
      .where(and(eq(teams.orgId, ctx.orgId), eq(teams.id, teamId)));
    if (!team) throw notFound("Team");
    const members = (await teamOf(tx, ctx.orgId)).map(({ id, name }) => ({ id, name }));
    const { workingWeek } = await inboxSettingsOf(tx, ctx.orgId);
    return { team, members, organisationWeek: workingWeek };
  });

/** The name of a team, which stays until the end of the transaction. @throws DomainError `team.not_found` */
export async function nameOfTeam(tx: Tx, { orgId }: Pick<OrgContext, "orgId">, teamId: string) {
  const [team] = await tx
    .select({ name: teams.name })
    .from(teams)
    .where(and(eq(teams.orgId, orgId), eq(teams.id, teamId)))
    .for("key share");
  if (!team) throw notFound("Team");
  return team.name;
}
