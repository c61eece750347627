import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { lockUser } from "#app/domain/accounts/lock.server.ts";
import { revokeInvitationsOf } from "#app/domain/organisations/invitations/revokeOf.server.ts";
import { type MemberContext, orgContext } from "#app/platform/context.ts";
import { leaveTeams } from "./leaveTeams.ts";

/**
 * Ends a membership, the member's sessions in the organisation, and their invitations. The members are
 * locked. System role; returns the email and the ended invitations, for the record.
 */
export async function endMembership(
  tx: Tx,
  ctx: MemberContext,
  memberId: string,
): Promise<{ email: string; invitationsRevoked: string[] }> {
  const { orgId } = ctx;
  const person = await lockUser(tx, memberId);
  await leaveTeams(tx, orgContext(ctx), memberId);
  notifyPages(tx, orgId, "conversations");
  await tx.delete(members).where(and(eq(members.orgId, orgId), eq(members.userId, memberId)));
  await tx
    .update(sessions)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(eq(sessions.userId, memberId), eq(sessions.orgId, orgId), isNull(sessions.revokedAt)));
  const invitationsRevoked = await revokeInvitationsOf(tx, ctx, memberId);
  return { email: person?.email ?? memberId, invitationsRevoked };
}
