import { accountsError } from "#app/domain/accounts/errors.ts";
import { sendOneTimeCodeJob } from "#app/domain/accounts/oneTimeCodes/jobs.ts";
import { resendPauseSeconds } from "#app/domain/accounts/oneTimeCodes/schemas.ts";
import {
  countAttempt,
  resetCount,
  startPause,
  uncountAttempt,
} from "#app/domain/accounts/rateLimits/limits.server.ts";
import type { Call, VisitorContext } from "#app/platform/context.ts";
import { currentLocale } from "#app/platform/locale/locale.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

/**
 * Emails a new code, at most every 30 seconds to an address. Unknown and verified addresses get the same
 * response in the same time: a job looks them up. A request that is too early uses no attempt, and one
 * without attempts left starts no pause. @throws DomainError `otp.resend_too_soon` (429) with the seconds to
 * wait, `rate_limit.exceeded` (429).
 */
export async function resendOtp({
  ctx,
  input: { email },
}: Call<{ email: string }, VisitorContext>): Promise<{ message: string }> {
  await countAttempt(ctx, "resend-otp", email);
  const secondsLeft = await startPause(ctx, "resend-otp", email, resendPauseSeconds);
  if (secondsLeft > 0) {
    await uncountAttempt(ctx, "resend-otp", email);
    throw accountsError("otp.resend_too_soon", {
      values: { seconds: counted(m.counts_seconds, secondsLeft) },
      retryAfterSeconds: secondsLeft,
    });
  }
  await resetCount(ctx, "verify-otp", email);
  await ctx.jobs.enqueue(sendOneTimeCodeJob, { email, purpose: "verify_email", askedIn: currentLocale() });
  return { message: m.auth_resend_otp_done() };
}
