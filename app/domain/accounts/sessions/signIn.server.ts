import { eq } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import type { BrowserTokens } from "#app/domain/accounts/browserTokens.ts";
import { accountSuspended, accountsError } from "#app/domain/accounts/errors.ts";
import { recordRefusedSignInJob } from "#app/domain/accounts/jobs.ts";
import { knownBrowserOf, knownBrowserToken } from "#app/domain/accounts/knownBrowser.server.ts";
import { resendPauseSeconds } from "#app/domain/accounts/oneTimeCodes/schemas.ts";
import { sendOneTimeCode } from "#app/domain/accounts/oneTimeCodes/send.server.ts";
import { verifyPassword } from "#app/domain/accounts/password.server.ts";
import { getCurrentUser } from "#app/domain/accounts/queries.server.ts";
import {
  accountRefusal,
  resetCount,
  startPause,
  uncountAttempt,
} from "#app/domain/accounts/rateLimits/limits.server.ts";
import { signUpToken } from "#app/domain/accounts/signUpBrowser.server.ts";
import type { VisitorContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { beginSession } from "./begin.server.ts";
import { openWithCode } from "./openWithCode.server.ts";
import { pendingToken } from "./pending.server.ts";

/**
 * Opens a session; a user with a second factor gets a pending sign-in instead, which needs a code. An unknown
 * address and a wrong password get the same response in the same time; an account's state is revealed only
 * with its password. A wrong one is recorded by a job, for both alike. Tries are counted for the account, or
 * for this browser if the user has signed in with it. When they are used up, only password and code together
 * open a session, and everything else gets one response, so that neither can be guessed alone. The refusal
 * `auth.unverified` (403, a new code is sent) is returned, since the browser gets a token with it. @throws
 * DomainError `auth.invalid_credentials`, `auth.changed` (401), `auth.suspended` (403), `rate_limit.exceeded`
 * (429), `server.busy` (503).
 */
export async function signIn({
  ctx,
  input,
  tokens,
}: {
  ctx: VisitorContext;
  input: { email: string; password: string; remember: boolean; code?: string | undefined };
  tokens: BrowserTokens;
}) {
  const [user] = await ctx.db.withSystem((tx) => tx.select().from(users).where(eq(users.email, input.email)));
  const browserId = user && knownBrowserOf(ctx, tokens.knownBrowser, user);
  const counted = browserId ? `browser:${browserId}` : input.email;
  const closed = await accountRefusal(ctx, "signin", counted);
  if (closed && !input.code) throw withCodeField(closed);
  const isRight = await verifyPassword(input.password, user?.passwordHash).catch(async (error: unknown) => {
    // No password was tried.
    await uncountAttempt(ctx, "signin", counted);
    throw error;
  });
  if (!user || !isRight) {
    const { ipAddress, userAgent } = ctx.caller;
    await ctx.jobs.enqueue(recordRefusedSignInJob, { email: input.email, ipAddress, userAgent });
    throw closed ? withCodeField(closed) : accountsError("auth.invalid_credentials");
  }
  if (closed) return openClosed(ctx, { ...input, user, code: input.code! }, closed);
  if (user.accountStatus === "suspended") throw accountSuspended();
  if (!user.isVerified) {
    const secondsLeft = await startPause(ctx, "resend-otp", user.email, resendPauseSeconds);
    if (secondsLeft === 0) {
      await resetCount(ctx, "verify-otp", user.email);
      await sendOneTimeCode({ services: ctx, input: { email: user.email, purpose: "verify_email" } });
    }
    return { refusal: accountsError("auth.unverified"), tokens: { signUp: signUpToken(ctx, user) } };
  }
  await uncountAttempt(ctx, "signin", counted);
  const opened = await ctx.db.withSystem((tx) => beginSession(tx, ctx, { user, remember: input.remember }));
  if (!opened) {
    const pendingSignIn = pendingToken(ctx, { user, remember: input.remember });
    return { secondFactor: true as const, tokens: { pendingSignIn } };
  }
  return {
    user: await getCurrentUser({ ...ctx, session: opened.session }),
    tokens: { session: opened.token, knownBrowser: knownBrowserToken(ctx, user) },
  };
}

/** The refusal when all tries are used up, tied to the field that still works. */
const withCodeField = ({ kind, code, message, retryAfterSeconds }: DomainError) =>
  new DomainError(kind, code, message, { retryAfterSeconds, fields: { code: message } });

async function openClosed(
  ctx: VisitorContext,
  { user, remember, code }: { user: typeof users.$inferSelect; remember: boolean; code: string },
  closed: DomainError,
) {
  if (user.accountStatus === "suspended" || !user.isVerified) throw withCodeField(closed);
  const opened = await openWithCode(ctx, { user, remember, code }).catch((error: unknown) => {
    throw error instanceof DomainError && error.kind === "too_many" ? withCodeField(closed) : error;
  });
  if (opened.problem) throw withCodeField(closed);
  return { user: opened.user, tokens: opened.tokens };
}
