import { and, eq, isNull, ne } from "drizzle-orm";
import { sessions } from "#app/db/schema/identity.ts";
import { sessionsEnded } from "#app/domain/accounts/events.ts";
import { lockOwnAccount } from "#app/domain/accounts/lock.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { UserContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

/**
 * Signs the user out elsewhere: one session by its id, or all but the one of this call.
 * @throws DomainError `session.not_found` for an id that is not an open session of this user, `auth.required` (401)
 *   when the session of this call was ended meanwhile.
 */
export async function endSessions({ ctx, input }: { ctx: UserContext; input: { id?: string | undefined } }) {
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
    if (ended.length > 0)
      await recordOfUser(tx, ctx, ctx.session.userId, sessionsEnded, { data: { sessions: ended.length } });
    return { ended: ended.length };
  });
}
