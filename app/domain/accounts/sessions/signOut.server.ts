import { signedOut } from "#app/domain/accounts/events.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { revokeSession } from "#app/domain/accounts/revokeSessions.server.ts";
import type { VisitorContext } from "#app/platform/context.ts";
import { m } from "#messages";

/** Ends the session of the caller, if there is one, and deletes its token. Idempotent. */
export async function signOut({ ctx }: { ctx: VisitorContext }) {
  const { session } = ctx;
  if (session) {
    await ctx.db.withSystem(async (tx) => {
      await revokeSession(tx, ctx.clock.now(), session.sessionId);
      const { staffUserId, staffEmail } = session.support ?? {};
      await recordOfUser(tx, ctx, staffUserId ?? session.userId, signedOut, {
        data: { email: staffEmail ?? session.email },
      });
    });
  }
  return { message: m.auth_sign_out_done(), tokens: { session: null } };
}
