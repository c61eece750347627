import { eq } from "drizzle-orm";
import type { VisitorContext } from "#app/api/context.ts";
import { users } from "#app/db/schema/identity.ts";
import { queueMail } from "#app/domain/mails/queue.server.ts";
import { ownerOfToken, redeemOneTimeCode } from "#app/domain/oneTimeCodes/redeem.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { knownBrowserCookie } from "./knownBrowser.server.ts";
import { takeAttempt } from "./limits.server.ts";
import { lockUser } from "./lock.server.ts";
import { hashPassword } from "./password.server.ts";
import { recordUserActivity } from "./recordUserActivity.server.ts";
import { refuseWeakPassword } from "./refuseWeakPassword.server.ts";
import { setPassword } from "./setPassword.server.ts";

/**
 * Sets a new password with the token of the mailed link and ends all sessions of the user. The link came by mail, so
 * it verifies the address too, and its browser counts as one of the user: the way in for who is locked out by others.
 * @throws DomainError `password_reset.link_invalid`, `password.too_common` (400), `rate_limit.exceeded` (429).
 */
export async function resetPassword({
  ctx,
  input: { token, password },
}: {
  ctx: VisitorContext;
  input: { token: string; password: string };
}): Promise<{ message: string }> {
  const [codeId = "", secret = ""] = token.split(".");
  await takeAttempt(ctx, "reset-password", codeId);
  refuseWeakPassword(password, "", "password");
  const passwordHash = await hashPassword(password);
  const userId = await ctx.db.withSystem(async (tx) => {
    const userId = await ownerOfToken(tx, codeId);
    if (!userId) return undefined;
    const user = await lockUser(tx, userId);
    const verdict = await redeemOneTimeCode(tx, ctx, { userId, purpose: "reset_password", secret });
    if (verdict !== "right" || !user || user.accountStatus === "suspended") return undefined;
    const now = ctx.clock.now();
    await tx.update(users).set({ isVerified: true, accountStatus: "active" }).where(eq(users.id, userId));
    await setPassword(tx, now, { userId, passwordHash });
    await queueMail(tx, ctx, {
      to: user.email,
      content: {
        kind: "security_notice",
        firstName: user.firstName,
        event: "Your password was changed with a link from a mail, and you were signed out everywhere.",
        at: now.toISOString(),
        ...clientOf(ctx),
      },
    });
    await recordUserActivity(tx, ctx, userId, {
      type: "security",
      action: "Password reset",
      details: `${user.email} chose a new password with a mailed link; all sessions ended`,
    });
    return userId;
  });
  if (!userId) {
    throw new DomainError(
      "invalid",
      "password_reset.link_invalid",
      "This link is not valid any more. Please request a new one.",
    );
  }
  ctx.setCookie(knownBrowserCookie(ctx, { id: userId, passwordHash }));
  return { message: "Your password was changed. Please sign in." };
}

const clientOf = (ctx: VisitorContext) => ({
  ipAddress: ctx.caller.ipAddress,
  userAgent: ctx.caller.userAgent,
});
