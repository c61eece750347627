import { eq } from "drizzle-orm";
import { emailChanges } from "#app/db/schema/accounts/users.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import { emailChangeCodeResent } from "#app/domain/accounts/events.ts";
import { mailEmailChangeCodeJob } from "#app/domain/accounts/jobs.ts";
import { lockOwnAccount } from "#app/domain/accounts/lock.server.ts";
import { countAttempt, uncountAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { UserContext } from "#app/platform/context.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import { changeOf, noEmailChange, secondsLeft } from "./find.server.ts";

/**
 * Emails a new code to the address of the pending change, at most every 30 seconds. @throws DomainError
 * `email_change.none` (409), `otp.resend_too_soon` (429) with the seconds to wait, `auth.required` (401),
 * `rate_limit.exceeded` (429).
 */
export async function resendEmailChangeCode({ ctx }: { ctx: UserContext }): Promise<{ email: string }> {
  const { userId } = ctx.session;
  await countAttempt(ctx, "change-email", userId);
  const { newEmail, wait } = await ctx.db.withSystem(async (tx) => {
    await lockOwnAccount(tx, ctx.session);
    const change = await changeOf(tx, userId);
    if (!change) throw noEmailChange();
    const { newEmail } = change;
    const wait = secondsLeft(ctx, change);
    if (wait > 0) return { newEmail, wait };
    await tx
      .update(emailChanges)
      .set({ requestedAt: ctx.clock.now() })
      .where(eq(emailChanges.userId, userId));
    await ctx.jobs.enqueue(mailEmailChangeCodeJob, { userId }, { tx });
    await recordOfUser(tx, ctx, userId, emailChangeCodeResent, { data: { newEmail } });
    return { newEmail, wait };
  });
  if (wait > 0) {
    await uncountAttempt(ctx, "change-email", userId);
    const seconds = counted(m.counts_seconds, wait);
    throw accountsError("otp.resend_too_soon", { values: { seconds }, retryAfterSeconds: wait });
  }
  return { email: newEmail };
}
