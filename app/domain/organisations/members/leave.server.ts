import { memberLeft } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type MemberContext, orgContext } from "#app/platform/context.ts";
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
    await record(tx, orgContext(ctx), memberLeft, {
      subject: memberId,
      data: { email, role: member.role, invitationsRevoked },
    });
  });
  return { left: true };
}
