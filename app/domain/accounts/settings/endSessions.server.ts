import { and, eq, isNull, ne } from "drizzle-orm";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { checkOwnPassword } from "#app/domain/accounts/checkOwnPassword.server.ts";
import { sessionsEnded } from "#app/domain/accounts/events.ts";
import { lockOwnAccount } from "#app/domain/accounts/lock.server.ts";
import { countAttempt, uncountAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { Call, UserContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

/**
 * Signs the user out elsewhere: one session by its id, or all but the one of this call. It requires the
 * password, so that no one at an unattended browser signs its owner out. @throws DomainError `password.wrong`
 * (400), `rate_limit.exceeded` (429), `session.not_found` for an id that is not an open session of this user,
 * `auth.required` (401) when the session of this call was ended in the meantime.
 */
export async function endSessions({
  ctx,
  input,
}: Call<{ id?: string | undefined; password: string }, UserContext>) {
  await countAttempt(ctx, "change-password", ctx.session.userId);
  await checkOwnPassword(ctx, input.password, "password");
  await uncountAttempt(ctx, "change-password", ctx.session.userId);
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
