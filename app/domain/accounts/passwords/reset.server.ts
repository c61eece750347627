import { eq } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import { passwordReset } from "#app/domain/accounts/events.ts";
import { knownBrowserToken } from "#app/domain/accounts/knownBrowser.server.ts";
import { lockUser } from "#app/domain/accounts/lock.server.ts";
import { ownerOfToken, redeemOneTimeCode } from "#app/domain/accounts/oneTimeCodes/redeem.server.ts";
import { hashPassword } from "#app/domain/accounts/password.server.ts";
import { countAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { businessNamesOf, refuseWeakPassword } from "#app/domain/accounts/refuseWeakPassword.server.ts";
import { reopenFactor } from "#app/domain/accounts/secondFactors/redeem.server.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { Call, VisitorContext } from "#app/platform/context.ts";
import { currentLocale } from "#app/platform/locale/locale.ts";
import { m } from "#messages";
import { setPassword } from "./set.server.ts";

/**
 * Sets a new password with the token of the emailed link and ends all sessions of the user. The link came
 * by email, so it verifies the address too, and its browser counts as one of the user's: the way in for
 * owners locked out by strangers. @throws DomainError `password_reset.link_invalid`, `password.too_common`
 * (400), `rate_limit.exceeded` (429).
 */
export async function resetPassword({
  ctx,
  input: { token, password },
}: Call<{ token: string; password: string }, VisitorContext>) {
  const [codeId = "", secret = ""] = token.split(".");
  await countAttempt(ctx, "reset-password", codeId);
  // Before the hash, which takes long; its user is known only by the link.
  refuseWeakPassword(ctx, password, { email: "", businessNames: [] }, "password");
  const passwordHash = await hashPassword(password);
  const userId = await ctx.db.withSystem(async (tx) => {
    const userId = await ownerOfToken(tx, codeId);
    if (!userId) return undefined;
    const user = await lockUser(tx, userId);
    const verdict = await redeemOneTimeCode(tx, ctx, { userId, purpose: "reset_password", secret });
    if (verdict !== "right" || !user || user.accountStatus === "suspended") return undefined;
    // An error here leaves the link unused.
    const businessNames = await businessNamesOf(tx, userId);
    refuseWeakPassword(ctx, password, { email: user.email, businessNames }, "password");
    const now = ctx.clock.now();
    await tx.update(users).set({ isVerified: true, accountStatus: "active" }).where(eq(users.id, userId));
    await setPassword(tx, now, { userId, passwordHash });
    await reopenFactor(tx, userId);
    await queueMail(tx, ctx, {
      to: user.email,
      askedIn: currentLocale(),
      content: () => ({
        kind: "security_notice",
        firstName: user.firstName,
        event: m.mails_event_password_reset(),
        at: now.toISOString(),
        ...clientOf(ctx),
      }),
    });
    await recordOfUser(tx, ctx, userId, passwordReset, { data: { email: user.email } });
    return userId;
  });
  if (!userId) {
    throw accountsError("password_reset.link_invalid");
  }
  const knownBrowser = knownBrowserToken(ctx, { id: userId, passwordHash });
  return { message: m.auth_reset_password_done(), tokens: { knownBrowser } };
}

const clientOf = (ctx: VisitorContext) => ({
  ipAddress: ctx.caller.ipAddress,
  userAgent: ctx.caller.userAgent,
});
