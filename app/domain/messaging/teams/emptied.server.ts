import { and, eq, inArray, notExists } from "drizzle-orm";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { teamMembers, teams } from "#app/db/schema/messaging/teams.ts";
import type { LeaveTeams } from "#app/domain/organisations/members/leaveTeams.ts";
import { recordEmptied } from "./save.server.ts";

/**
 * Unassigns a leaving member's conversations, ends their part in their teams, and notifies managers of those that have
 * no other member.
 */
export const leaveTeams: LeaveTeams = async (tx, ctx, memberId) => {
  await tx
    .update(conversations)
    .set({ assignedTo: null })
    .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.assignedTo, memberId)));
  notifyPages(tx, ctx.orgId, "conversations");
  const left = await tx
    .delete(teamMembers)
    .where(and(eq(teamMembers.orgId, ctx.orgId), eq(teamMembers.userId, memberId)))
    .returning({ teamId: teamMembers.teamId });
  if (left.length === 0) return;
  const others = tx
    .select({ userId: teamMembers.userId })
    .from(teamMembers)
    .where(and(eq(teamMembers.orgId, ctx.orgId), eq(teamMembers.teamId, teams.id)));
  const emptied = await tx
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(
      and(
        eq(teams.orgId, ctx.orgId),
        inArray(
          teams.id,
          left.map(({ teamId }) => teamId),
        ),
        notExists(others),
      ),
    );
  for (const team of emptied) await recordEmptied(tx, ctx, team);
};
