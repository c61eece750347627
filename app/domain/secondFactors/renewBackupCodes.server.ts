import type { UserContext } from "#app/api/context.ts";
import { giveBackAttempt, takeAttempt } from "#app/domain/users/limits.server.ts";
import { lockOwnAccount } from "#app/domain/users/lock.server.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";
import { issueBackupCodes } from "./backupCodes.server.ts";
import { wrongCode } from "./errors.ts";
import { redeemFactorCode } from "./redeem.server.ts";
import { tellUser } from "./tell.server.ts";

/**
 * Replaces the backup codes, confirmed by a code of the app or an unused backup code. The answer is the one time that
 * the new ones are seen; the old ones stop.
 * @throws DomainError `second_factor.wrong_code` (400), also where no factor is on; `auth.required` (401,
 *   ended meanwhile); `rate_limit.exceeded` (429).
 */
export async function renewBackupCodes({
  ctx,
  input: { code },
}: {
  ctx: UserContext;
  input: { code: string };
}): Promise<{ backupCodes: string[] }> {
  const { userId, email } = ctx.session;
  await takeAttempt(ctx, "second-factor", userId);
  const codes = await ctx.db.withSystem(async (tx) => {
    const { firstName } = await lockOwnAccount(tx, ctx.session);
    if ((await redeemFactorCode(tx, ctx, { userId, code })) === "wrong") throw wrongCode();
    await tellUser(tx, ctx, {
      firstName,
      event: "New backup codes were made. The ones before do not work any more.",
    });
    await recordUserActivity(tx, ctx, userId, {
      type: "security",
      action: "Backup codes renewed",
      details: `${email} made new backup codes; the old ones stopped`,
    });
    return issueBackupCodes(tx, userId, ctx.clock.now());
  });
  await giveBackAttempt(ctx, "second-factor", userId);
  return { backupCodes: codes };
}
