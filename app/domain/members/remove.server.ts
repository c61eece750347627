import { and, eq, isNull } from "drizzle-orm";
import { type MemberContext, orgContext } from "#app/api/context.ts";
import { members, sessions, users } from "#app/db/schema/identity.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { checkChange } from "./guard.server.ts";
import { lockMembers } from "./queries.server.ts";

/**
 * Takes a member out of the organisation and ends their sessions in it. Their account and other organisations stay.
 * @throws DomainError `member.not_found`, `member.owners_only` (403), `member.last_owner` (409).
 */
export async function removeMember({
  ctx,
  input: { memberId },
}: {
  ctx: MemberContext;
  input: { memberId: string };
}): Promise<{ removed: true }> {
  const { orgId } = ctx;
  await ctx.db.withSystem(async (tx) => {
    const member = checkChange(ctx, await lockMembers(tx, orgId), { memberId });
    await tx.delete(members).where(and(eq(members.orgId, orgId), eq(members.userId, memberId)));
    await tx
      .update(sessions)
      .set({ revokedAt: ctx.clock.now() })
      .where(and(eq(sessions.userId, memberId), eq(sessions.orgId, orgId), isNull(sessions.revokedAt)));
    const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, memberId));
    await recordActivity(tx, orgContext(ctx), {
      type: "security",
      action: "Member removed",
      details: `${person?.email} (${member.role}) is no longer a member; their sessions ended.`,
    });
  });
  return { removed: true };
}
