import { backupCodesRenewed } from "#app/domain/accounts/events.ts";
import { lockOwnAccount } from "#app/domain/accounts/lock.server.ts";
import { countAttempt, uncountAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { Call, UserContext } from "#app/platform/context.ts";
import { m } from "#messages";
import { issueBackupCodes } from "./backupCodes.server.ts";
import { wrongCode } from "./errors.ts";
import { notifyUser } from "./notifyUser.server.ts";
import { redeemFactorCode } from "./redeem.server.ts";

/**
 * Replaces the backup codes, confirmed by a code of the app or an unused backup code. The new ones are
 * returned only once; the old ones stop. @throws DomainError `second_factor.wrong_code` (400), also when no
 * factor is on; `auth.required` (401, ended in the meantime); `rate_limit.exceeded` (429).
 */
export async function renewBackupCodes({
  ctx,
  input: { code },
}: Call<{ code: string }, UserContext>): Promise<{ backupCodes: string[] }> {
  const { userId, email } = ctx.session;
  await countAttempt(ctx, "second-factor", userId);
  const codes = await ctx.db.withSystem(async (tx) => {
    const { firstName } = await lockOwnAccount(tx, ctx.session);
    const verdict = await redeemFactorCode(tx, ctx, { userId, code });
    if (verdict === "wrong" || verdict === "closed") throw wrongCode();
    await notifyUser(tx, ctx, {
      firstName,
      event: m.mails_event_backup_codes,
    });
    await recordOfUser(tx, ctx, userId, backupCodesRenewed, { data: { email } });
    return issueBackupCodes(tx, userId, ctx.clock.now());
  });
  await uncountAttempt(ctx, "second-factor", userId);
  return { backupCodes: codes };
}
