import { eq } from "drizzle-orm";
import { backupCodes, secondFactors } from "#app/db/schema/accounts/secondFactors.ts";
import { checkOwnPassword } from "#app/domain/accounts/checkOwnPassword.server.ts";
import { secondFactorOff } from "#app/domain/accounts/events.ts";
import { lockOwnAccount } from "#app/domain/accounts/lock.server.ts";
import { countAttempt, uncountAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { Call, UserContext } from "#app/platform/context.ts";
import { m } from "#messages";
import { wrongCode } from "./errors.ts";
import { notifyUser } from "./notifyUser.server.ts";
import { redeemFactorCode } from "./redeem.server.ts";

/**
 * Turns the second factor off, with the password and a code.
 * @throws DomainError `password.wrong`, `second_factor.wrong_code` (400), `auth.required` (401, ended in the meantime),
 *   `rate_limit.exceeded` (429).
 */
export async function disableSecondFactor({
  ctx,
  input: { password, code },
}: Call<{ password: string; code: string }, UserContext>): Promise<{ message: string }> {
  const { userId, email } = ctx.session;
  await countAttempt(ctx, "second-factor", userId);
  await checkOwnPassword(ctx, password, "password");
  await ctx.db.withSystem(async (tx) => {
    const { firstName } = await lockOwnAccount(tx, ctx.session);
    const verdict = await redeemFactorCode(tx, ctx, { userId, code });
    if (verdict === "wrong" || verdict === "closed") throw wrongCode();
    await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
    await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
    await notifyUser(tx, ctx, {
      firstName,
      event: m.mails_event_factor_off,
    });
    await recordOfUser(tx, ctx, userId, secondFactorOff, { data: { email } });
  });
  await uncountAttempt(ctx, "second-factor", userId);
  return { message: m.account_second_factor_off_done() };
}
