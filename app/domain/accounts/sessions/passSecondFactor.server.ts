import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/identity.ts";
import { accountSuspended, accountsError } from "#app/domain/accounts/errors.ts";
import { secondFactorRefused } from "#app/domain/accounts/events.ts";
import { knownBrowserCookie } from "#app/domain/accounts/knownBrowser.server.ts";
import { giveBackAttempt, takeAttempt } from "#app/domain/accounts/limits.server.ts";
import { lockSignedInTo } from "#app/domain/accounts/lock.server.ts";
import { getCurrentUser } from "#app/domain/accounts/queries.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { countWrongCode, redeemFactorCode } from "#app/domain/accounts/secondFactors/redeem.server.ts";
import { wrongCodesUntilClosed, wrongCodesUntilTold } from "#app/domain/accounts/secondFactors/schemas.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { VisitorContext } from "#app/platform/context.ts";
import { currentLocale } from "#app/platform/locale.ts";
import { m } from "#messages";
import { beginSession } from "./begin.server.ts";
import { forgetPendingCookie, readPending } from "./pending.server.ts";

/**
 * The second half of a sign-in: the code, within ten minutes of the password. Five wrong codes close the account's
 * door for the rest of ten minutes, however often the password is given. Whoever gives them has the password: after ten
 * in a row its owner is told, and after thirty no code is right until the password was reset by mail.
 * @throws DomainError `auth.second_factor_expired`, `auth.changed` (401), `auth.second_factor_wrong` (400),
 *   `auth.second_factor_closed`, `auth.suspended` (403), `rate_limit.exceeded` (429).
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
    throw accountsError("auth.second_factor_expired");
  }
  if (user.accountStatus === "suspended") throw accountSuspended();
  await takeAttempt(ctx, "second-factor", user.id);
  // A wrong code is recorded, so the transaction commits whatever the verdict is.
  const opened = await ctx.db.withSystem(async (tx) => {
    await lockSignedInTo(tx, user);
    const verdict = await redeemFactorCode(tx, ctx, { userId: user.id, code });
    if (verdict === "closed") return verdict;
    if (verdict === "wrong") return noteWrongCode(tx, ctx, user);
    return beginSession(tx, ctx, { user, remember: pending.remember, passed: verdict });
  });
  if (opened === "closed") {
    throw accountsError("auth.second_factor_closed");
  }
  if (!opened) {
    throw accountsError("auth.second_factor_wrong", { field: "code" });
  }
  await giveBackAttempt(ctx, "second-factor", user.id);
  ctx.setCookie(opened.cookie);
  ctx.setCookie(knownBrowserCookie(ctx, user));
  ctx.setCookie(forgetPendingCookie(ctx));
  return { user: await getCurrentUser({ ...ctx, session: opened.session }) };
}

const warnings: Record<number, () => string> = {
  [wrongCodesUntilTold]: () => m.mails_event_codes_wrong({ count: wrongCodesUntilTold }),
  [wrongCodesUntilClosed]: () => m.mails_event_codes_closed({ count: wrongCodesUntilClosed }),
};

async function noteWrongCode(
  tx: Tx,
  ctx: VisitorContext,
  { id, email, firstName }: { id: string; email: string; firstName: string },
): Promise<undefined> {
  await recordOfUser(tx, ctx, id, secondFactorRefused, {
    by: { ...ctx.caller, kind: "visitor" },
    data: { email },
  });
  const warning = warnings[await countWrongCode(tx, id)];
  if (!warning) return;
  const { ipAddress, userAgent } = ctx.caller;
  const at = ctx.clock.now().toISOString();
  await queueMail(tx, ctx, {
    to: email,
    askedIn: currentLocale(),
    content: () => ({ kind: "security_notice", firstName, event: warning(), at, ipAddress, userAgent }),
  });
}
