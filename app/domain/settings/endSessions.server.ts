import { and, eq, isNull, ne } from "drizzle-orm";
import { type MemberContext, orgContext, type UserContext } from "#app/api/context.ts";
import { sessions } from "#app/db/schema/identity.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { lockOwnAccount } from "#app/domain/users/lock.server.ts";
import { notFound } from "#app/shared/errors.ts";
import type { OrgId } from "#app/shared/ids.ts";

/**
 * Signs the user out elsewhere: one session by its id, or all but the one of this call.
 * @throws DomainError `session.not_found` for an id that is not an open session of this user, `auth.required` (401)
 *   when the session of this call was ended meanwhile.
 */
export async function endSessions({ ctx, input }: { ctx: UserContext; input: { id?: string | undefined } }) {
  const { orgId } = ctx.session;
  return ctx.db.withSystem(async (tx) => {
    await lockOwnAccount(tx, ctx.session);
    const ended = await tx
      .update(sessions)
      .set({ revokedAt: ctx.clock.now() })
      .where(
        and(
          eq(sessions.userId, ctx.session.userId),
          isNull(sessions.revokedAt),
          input.id ? eq(sessions.id, input.id) : ne(sessions.id, ctx.session.sessionId),
        ),
      )
      .returning({ id: sessions.id });
    if (input.id && ended.length === 0) throw notFound("Session");
    if (orgId && ended.length > 0) {
      await recordActivity(tx, orgContext({ ...ctx, orgId: orgId as OrgId } as MemberContext), {
        type: "security",
        action: "Signed out elsewhere",
        details: ended.length === 1 ? "One session was ended." : `${ended.length} sessions were ended.`,
      });
    }
    return { ended: ended.length };
  });
}
