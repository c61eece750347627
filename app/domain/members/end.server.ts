import { and, eq, isNull } from "drizzle-orm";
import type { MemberContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { members, sessions } from "#app/db/schema/identity.ts";
import { lockUser } from "#app/domain/users/lock.server.ts";

/** Ends a membership and the member's sessions in the organisation. System role; answers the e-mail for the record. */
export async function endMembership(
  tx: Tx,
  ctx: MemberContext,
  memberId: string,
): Promise<{ email: string }> {
  const { orgId } = ctx;
  const person = await lockUser(tx, memberId);
  await tx.delete(members).where(and(eq(members.orgId, orgId), eq(members.userId, memberId)));
  await tx
    .update(sessions)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(eq(sessions.userId, memberId), eq(sessions.orgId, orgId), isNull(sessions.revokedAt)));
  return { email: person?.email ?? memberId };
}
