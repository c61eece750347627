import { memberRemoved } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type MemberContext, orgContext } from "#app/platform/context.ts";
import { endMembership } from "./end.server.ts";
import { checkChange } from "./guard.server.ts";
import { lockMembers } from "./queries.server.ts";

/**
 * Removes a member from the organisation and ends their sessions and invitations in it. Their account and
 * other organisations stay. @throws DomainError `member.not_found`, `member.owners_only` (403),
 * `member.last_owner` (409).
 */
export async function removeMember({
  ctx,
  input: { memberId },
}: Call<{ memberId: string }, MemberContext>): Promise<{ removed: true }> {
  await ctx.db.withSystem(async (tx) => {
    const member = checkChange(ctx, await lockMembers(tx, ctx.orgId), { memberId });
    const { email, invitationsRevoked } = await endMembership(tx, ctx, memberId);
    await record(tx, orgContext(ctx), memberRemoved, {
      subject: memberId,
      data: { email, role: member.role, invitationsRevoked },
    });
  });
  return { removed: true };
}
