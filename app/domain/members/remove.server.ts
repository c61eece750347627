import { type MemberContext, orgContext } from "#app/api/context.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { endMembership } from "./end.server.ts";
import { checkChange } from "./guard.server.ts";
import { lockMembers } from "./queries.server.ts";

/**
 * Takes a member out of the organisation and ends their sessions and invitations in it. Their account and other organisations stay.
 * @throws DomainError `member.not_found`, `member.owners_only` (403), `member.last_owner` (409).
 */
export async function removeMember({
  ctx,
  input: { memberId },
}: {
  ctx: MemberContext;
  input: { memberId: string };
}): Promise<{ removed: true }> {
  await ctx.db.withSystem(async (tx) => {
    const member = checkChange(ctx, await lockMembers(tx, ctx.orgId), { memberId });
    const { email, invitationsRevoked } = await endMembership(tx, ctx, memberId);
    await recordActivity(tx, orgContext(ctx), {
      type: "security",
      action: "Member removed",
      details: `${email} (${member.role}) is no longer a member; their sessions ended.${invitationsRevoked}`,
    });
  });
  return { removed: true };
}
