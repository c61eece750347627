import { and, eq } from "drizzle-orm";
import { type MemberContext, orgContext } from "#app/api/context.ts";
import { members, users } from "#app/db/schema/identity.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { revokeInvitationsOf } from "#app/domain/invitations/revokeOf.server.ts";
import { checkChange } from "./guard.server.ts";
import { lockMembers } from "./queries.server.ts";
import type { MemberRole } from "./words.ts";

/**
 * Gives a member another role, which counts from their next click. Who becomes an agent may not invite any more: the
 * open invitations that they sent are revoked.
 * @throws DomainError `member.not_found`, `member.owners_only` (403), `member.last_owner` (409).
 */
export async function changeRole({
  ctx,
  input: { memberId, role },
}: {
  ctx: MemberContext;
  input: { memberId: string; role: MemberRole };
}): Promise<{ role: MemberRole; changed: boolean }> {
  const { orgId } = ctx;
  const changed = await ctx.db.withSystem(async (tx) => {
    const member = checkChange(ctx, await lockMembers(tx, orgId), { memberId, to: role });
    if (member.role === role) return false;
    await tx
      .update(members)
      .set({ role })
      .where(and(eq(members.orgId, orgId), eq(members.userId, memberId)));
    const invitationsRevoked = role === "agent" ? await revokeInvitationsOf(tx, ctx, memberId) : "";
    const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, memberId));
    await recordActivity(tx, orgContext(ctx), {
      type: "security",
      action: "Role changed",
      details: `${person?.email} was ${member.role} and is now ${role}.${invitationsRevoked}`,
    });
    return true;
  });
  return { role, changed };
}
