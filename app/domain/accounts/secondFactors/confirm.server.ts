import { and, eq, gt, isNull } from "drizzle-orm";
import { secondFactors } from "#app/db/schema/accounts/secondFactors.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import { secondFactorOn } from "#app/domain/accounts/events.ts";
import { lockOwnAccount } from "#app/domain/accounts/lock.server.ts";
import { countAttempt, uncountAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { revokeSessionsOf } from "#app/domain/accounts/revokeSessions.server.ts";
import { stepOfCode } from "#app/domain/accounts/totp.ts";
import type { Call, UserContext } from "#app/platform/context.ts";
import { openSecret } from "#app/platform/secrets/secretBox.server.ts";
import { m } from "#messages";
import { issueBackupCodes } from "./backupCodes.server.ts";
import { keyBoundTo, setupsSince } from "./find.server.ts";
import { notifyUser } from "./notifyUser.server.ts";

/**
 * Turns the second factor on with a first code of the app, and signs the user's other browsers out. The
 * backup codes are returned only once. @throws DomainError `second_factor.not_started` (409),
 * `second_factor.wrong_code` (400), `auth.required` (401, ended in the meantime), `rate_limit.exceeded`
 * (429).
 */
export async function confirmSecondFactor({
  ctx,
  input: { code },
}: Call<{ code: string }, UserContext>): Promise<{ backupCodes: string[] }> {
  const { userId, email, sessionId } = ctx.session;
  await countAttempt(ctx, "second-factor", userId);
  const codes = await ctx.db.withSystem(async (tx) => {
    const now = ctx.clock.now();
    const { firstName } = await lockOwnAccount(tx, ctx.session);
    const [factor] = await tx
      .select()
      .from(secondFactors)
      .where(
        and(
          eq(secondFactors.userId, userId),
          isNull(secondFactors.confirmedAt),
          gt(secondFactors.createdAt, setupsSince(now)),
        ),
      )
      .for("update");
    if (!factor) {
      throw accountsError("second_factor.not_started");
    }
    const key = openSecret(ctx.config.encryptionKeys, keyBoundTo(userId), factor.secretEncrypted);
    const step = stepOfCode(Buffer.from(key, "base64url"), code, now);
    if (step === undefined) {
      throw accountsError("second_factor.wrong_code", { field: "code" });
    }
    await tx
      .update(secondFactors)
      .set({ confirmedAt: now, lastUsedStep: step })
      .where(eq(secondFactors.userId, userId));
    await revokeSessionsOf(tx, now, userId, sessionId);
    await notifyUser(tx, ctx, {
      firstName,
      event: m.mails_event_factor_on,
    });
    await recordOfUser(tx, ctx, userId, secondFactorOn, { data: { email } });
    return issueBackupCodes(tx, userId, now);
  });
  await uncountAttempt(ctx, "second-factor", userId);
  return { backupCodes: codes };
}
