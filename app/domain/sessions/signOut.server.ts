import type { VisitorContext } from "#app/api/context.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";
import { sessionCookieName, writeCookie } from "#app/shared/cookies.ts";
import { revokeSession } from "./revoke.server.ts";

/** Ends the session of the caller, if there is one, and takes the cookie away. Signing out twice is no error. */
export async function signOut({ ctx }: { ctx: VisitorContext }): Promise<{ message: string }> {
  const { session } = ctx;
  if (session) {
    await ctx.db.withSystem(async (tx) => {
      await revokeSession(tx, ctx.clock.now(), session.sessionId);
      await recordUserActivity(tx, ctx, session.userId, {
        type: "auth",
        action: "Signed out",
        details: `${session.email} signed out`,
      });
    });
  }
  ctx.setCookie(
    writeCookie(sessionCookieName, "", { days: 0, httpOnly: true, secure: ctx.config.secureCookies }),
  );
  return { message: "Signed out" };
}
