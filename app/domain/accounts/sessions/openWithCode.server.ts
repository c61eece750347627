import type { Tx } from "#app/db/client.server.ts";
import type { users } from "#app/db/schema/accounts/users.ts";
import { secondFactorRefused } from "#app/domain/accounts/events.ts";
import { knownBrowserToken } from "#app/domain/accounts/knownBrowser.server.ts";
import { lockSignedInTo } from "#app/domain/accounts/lock.server.ts";
import { getCurrentUser } from "#app/domain/accounts/queries.server.ts";
import { countAttempt, uncountAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { countWrongCode, redeemFactorCode } from "#app/domain/accounts/secondFactors/redeem.server.ts";
import {
  wrongCodesUntilClosed,
  wrongCodesUntilNotified,
} from "#app/domain/accounts/secondFactors/schemas.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { VisitorContext } from "#app/platform/context.ts";
import { currentLocale } from "#app/platform/locale/locale.ts";
import { m } from "#messages";
import { beginSession } from "./begin.server.ts";

/**
 * Opens a session by a code of the second factor, after the right password. Returns the user and the
 * browser's tokens, or why the code failed. @throws DomainError `rate_limit.exceeded` (429) after five wrong
 * codes, and what `beginSession` throws.
 */
export async function openWithCode(
  ctx: VisitorContext,
  { user, remember, code }: { user: typeof users.$inferSelect; remember: boolean; code: string },
) {
  await countAttempt(ctx, "second-factor", user.id);
  // A wrong code is recorded, so the transaction commits whatever the verdict.
  const opened = await ctx.db.withSystem(async (tx) => {
    await lockSignedInTo(tx, user);
    const verdict = await redeemFactorCode(tx, ctx, { userId: user.id, code });
    if (verdict === "closed") return verdict;
    if (verdict === "wrong") return noteWrongCode(tx, ctx, user);
    return beginSession(tx, ctx, { user, remember, passed: verdict });
  });
  if (opened === "closed" || !opened) return { problem: opened ?? ("wrong" as const) };
  await uncountAttempt(ctx, "second-factor", user.id);
  return {
    user: await getCurrentUser({ ...ctx, session: opened.session }),
    tokens: { session: opened.token, knownBrowser: knownBrowserToken(ctx, user), pendingSignIn: null },
  };
}

const warnings: Record<number, () => string> = {
  [wrongCodesUntilNotified]: () => m.mails_event_codes_wrong({ count: wrongCodesUntilNotified }),
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
