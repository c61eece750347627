import { eq } from "drizzle-orm";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { checkOwnPassword } from "#app/domain/accounts/checkOwnPassword.server.ts";
import { passwordChanged } from "#app/domain/accounts/events.ts";
import { knownBrowserToken } from "#app/domain/accounts/knownBrowser.server.ts";
import { lockOwnAccount } from "#app/domain/accounts/lock.server.ts";
import { hashPassword } from "#app/domain/accounts/password.server.ts";
import { countAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { businessNamesOf, refuseWeakPassword } from "#app/domain/accounts/refuseWeakPassword.server.ts";
import { createSession } from "#app/domain/accounts/sessions/create.server.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { Call, UserContext } from "#app/platform/context.ts";
import { m } from "#messages";
import { setPassword } from "./set.server.ts";

/**
 * Sets a new password for the signed-in user, ends the other sessions and emailed links, and gives this browser a new
 * session.
 * @throws DomainError `password.wrong`, `password.too_common` (400), `auth.required` (401, ended in the meantime),
 *   `rate_limit.exceeded` (429).
 */
export async function changePassword({
  ctx,
  input: { currentPassword, newPassword },
}: Call<{ currentPassword: string; newPassword: string }, UserContext>) {
  const { userId, email, sessionId } = ctx.session;
  await countAttempt(ctx, "change-password", userId);
  const businessNames = await ctx.db.withSystem((tx) => businessNamesOf(tx, userId));
  refuseWeakPassword(ctx, newPassword, { email, businessNames }, "newPassword");
  await checkOwnPassword(ctx, currentPassword, "currentPassword");
  const passwordHash = await hashPassword(newPassword);
  const { token } = await ctx.db.withSystem(async (tx) => {
    const user = await lockOwnAccount(tx, ctx.session);
    const now = ctx.clock.now();
    const [current] = await tx
      .select({ remember: sessions.remember })
      .from(sessions)
      .where(eq(sessions.id, sessionId));
    await setPassword(tx, now, { userId, passwordHash });
    await queueMail(tx, ctx, {
      to: email,
      content: () => ({
        kind: "security_notice",
        firstName: user.firstName,
        event: m.mails_event_password_changed(),
        at: now.toISOString(),
        ipAddress: ctx.caller.ipAddress,
        userAgent: ctx.caller.userAgent,
      }),
    });
    await recordOfUser(tx, ctx, userId, passwordChanged, { data: { email } });
    return createSession(tx, ctx, {
      user,
      remember: current?.remember ?? false,
      orgId: ctx.session.orgId,
    });
  });
  const knownBrowser = knownBrowserToken(ctx, { id: userId, passwordHash });
  return { message: m.account_password_changed_done(), tokens: { session: token, knownBrowser } };
}
