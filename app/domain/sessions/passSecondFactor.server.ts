import { eq } from "drizzle-orm";
import type { VisitorContext } from "#app/api/context.ts";
import { users } from "#app/db/schema/identity.ts";
import { redeemFactorCode } from "#app/domain/secondFactors/redeem.server.ts";
import { accountSuspended } from "#app/domain/users/errors.ts";
import { knownBrowserCookie } from "#app/domain/users/knownBrowser.server.ts";
import { giveBackAttempt, takeAttempt } from "#app/domain/users/limits.server.ts";
import { lockSignedInTo } from "#app/domain/users/lock.server.ts";
import { getCurrentUser } from "#app/domain/users/queries.server.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { beginSession } from "./begin.server.ts";
import { forgetPendingCookie, readPending } from "./pending.server.ts";

/**
 * The second half of a sign-in: the code, within ten minutes of the password. Five wrong codes close the account's
 * door for the rest of ten minutes, however often the password is given.
 * @throws DomainError `auth.second_factor_expired`, `auth.changed` (401), `auth.second_factor_wrong` (400),
 *   `auth.suspended` (403), `rate_limit.exceeded` (429).
 */
export async function passSecondFactor({
  ctx,
  input: { code },
  request,
}: {
  ctx: VisitorContext;
  input: { code: string };
  request: Request;
}) {
  const pending = readPending(ctx, request.headers.get("cookie"));
  const [user] = pending
    ? await ctx.db.withSystem((tx) => tx.select().from(users).where(eq(users.id, pending.userId)))
    : [];
  if (!pending || !user || !pending.isSigned(user.passwordHash)) {
    const message = "That took too long. Please sign in with your password again.";
    throw new DomainError("unauthenticated", "auth.second_factor_expired", message);
  }
  if (user.accountStatus === "suspended") throw accountSuspended();
  await takeAttempt(ctx, "second-factor", user.id);
  // A wrong code is recorded, so the transaction commits whatever the verdict is.
  const opened = await ctx.db.withSystem(async (tx) => {
    await lockSignedInTo(tx, user);
    const verdict = await redeemFactorCode(tx, ctx, { userId: user.id, code });
    if (verdict === "wrong") {
      await recordUserActivity(tx, ctx, user.id, {
        type: "security",
        status: "warning",
        action: "Wrong second factor",
        details: `Somebody gave the right password of ${user.email} and a wrong code`,
      });
      return undefined;
    }
    return beginSession(tx, ctx, { user, remember: pending.remember, passed: verdict });
  });
  if (!opened) {
    const message =
      "This code is not right or was already used. Enter the newest code of your app, or an unused backup code.";
    throw new DomainError("invalid", "auth.second_factor_wrong", message, { fields: { code: message } });
  }
  await giveBackAttempt(ctx, "second-factor", user.id);
  ctx.setCookie(opened.cookie);
  ctx.setCookie(knownBrowserCookie(ctx, user));
  ctx.setCookie(forgetPendingCookie(ctx));
  return { user: await getCurrentUser({ ...ctx, session: opened.session }) };
}
