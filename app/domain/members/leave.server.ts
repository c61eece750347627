import { type MemberContext, orgContext } from "#app/api/context.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { endMembership } from "./end.server.ts";
import { checkChange } from "./guard.server.ts";
import { lockMembers } from "./queries.server.ts";

/**
 * The caller leaves the organisation, and their sessions in it end. Their account and other organisations stay.
 * @throws DomainError `member.last_owner` (409).
 */
export async function leaveOrganisation({ ctx }: { ctx: MemberContext }): Promise<{ left: true }> {
  const memberId = ctx.session.userId;
  await ctx.db.withSystem(async (tx) => {
    const member = checkChange(ctx, await lockMembers(tx, ctx.orgId), { memberId });
    const { email, invitationsRevoked } = await endMembership(tx, ctx, memberId);
    await recordActivity(tx, orgContext(ctx), {
      type: "security",
      action: "Member left",
      details: `${email} (${member.role}) left the organisation; their sessions ended.${invitationsRevoked}`,
    });
  });
  return { left: true };
}
