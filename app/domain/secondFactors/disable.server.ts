import { eq } from "drizzle-orm";
import type { UserContext } from "#app/api/context.ts";
import { backupCodes, secondFactors } from "#app/db/schema/secondFactors.ts";
import { checkOwnPassword } from "#app/domain/users/checkOwnPassword.server.ts";
import { giveBackAttempt, takeAttempt } from "#app/domain/users/limits.server.ts";
import { lockOwnAccount } from "#app/domain/users/lock.server.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";
import { wrongCode } from "./errors.ts";
import { redeemFactorCode } from "./redeem.server.ts";
import { tellUser } from "./tell.server.ts";

/**
 * Turns the second factor off, with the password and a code.
 * @throws DomainError `password.wrong`, `second_factor.wrong_code` (400), `auth.required` (401, ended meanwhile),
 *   `rate_limit.exceeded` (429).
 */
export async function disableSecondFactor({
  ctx,
  input: { password, code },
}: {
  ctx: UserContext;
  input: { password: string; code: string };
}): Promise<{ message: string }> {
  const { userId, email } = ctx.session;
  await takeAttempt(ctx, "second-factor", userId);
  await checkOwnPassword(ctx, password, "password");
  await ctx.db.withSystem(async (tx) => {
    const { firstName } = await lockOwnAccount(tx, ctx.session);
    if ((await redeemFactorCode(tx, ctx, { userId, code })) === "wrong") throw wrongCode();
    await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
    await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
    await tellUser(tx, ctx, {
      firstName,
      event: "The second factor was turned off: your password alone signs you in.",
    });
    await recordUserActivity(tx, ctx, userId, {
      type: "security",
      status: "warning",
      action: "Second factor off",
      details: `${email} turned the authenticator app off`,
    });
  });
  await giveBackAttempt(ctx, "second-factor", userId);
  return { message: "The second factor is off." };
}
