import { sendOneTimeCodeJob } from "#app/domain/accounts/oneTimeCodes/jobs.ts";
import { resetLinkPromised } from "#app/domain/accounts/oneTimeCodes/schemas.ts";
import { countAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import type { Call, VisitorContext } from "#app/platform/context.ts";
import { currentLocale } from "#app/platform/locale/locale.ts";

/**
 * Emails a link to choose a new password. The response and its time are the same whether the account exists
 * or not: a job looks it up, and sends no link while the last one is recent. Strangers' requests do no harm:
 * a link is in the mailbox. @throws DomainError `rate_limit.exceeded` (429).
 */
export async function forgotPassword({
  ctx,
  input: { email },
}: Call<{ email: string }, VisitorContext>): Promise<{ message: string }> {
  await countAttempt(ctx, "forgot-password", email);
  await ctx.jobs.enqueue(sendOneTimeCodeJob, { email, purpose: "reset_password", askedIn: currentLocale() });
  return { message: resetLinkPromised() };
}
