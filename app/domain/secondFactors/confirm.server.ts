import { and, eq, gt, isNull } from "drizzle-orm";
import type { UserContext } from "#app/api/context.ts";
import { secondFactors } from "#app/db/schema/secondFactors.ts";
import { revokeSessionsOf } from "#app/domain/sessions/revoke.server.ts";
import { giveBackAttempt, takeAttempt } from "#app/domain/users/limits.server.ts";
import { lockOwnAccount } from "#app/domain/users/lock.server.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";
import { stepOfCode } from "#app/domain/users/totp.ts";
import { DomainError } from "#app/shared/errors.ts";
import { openSecret } from "#app/shared/secretBox.server.ts";
import { issueBackupCodes } from "./backupCodes.server.ts";
import { keyBoundTo, setupsSince } from "./find.server.ts";
import { tellUser } from "./tell.server.ts";

/**
 * Turns the second factor on with a first code of the app, and signs the user's other browsers out. The answer is the
 * one time that the backup codes are seen.
 * @throws DomainError `second_factor.not_started` (409), `second_factor.wrong_code` (400), `auth.required` (401,
 *   ended meanwhile), `rate_limit.exceeded` (429).
 */
export async function confirmSecondFactor({
  ctx,
  input: { code },
}: {
  ctx: UserContext;
  input: { code: string };
}): Promise<{ backupCodes: string[] }> {
  const { userId, email, sessionId } = ctx.session;
  await takeAttempt(ctx, "second-factor", userId);
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
      const message = "There is no setup to confirm. Start with a new key.";
      throw new DomainError("conflict", "second_factor.not_started", message);
    }
    const key = openSecret(ctx.config.encryptionKeys, keyBoundTo(userId), factor.secretEncrypted);
    const step = stepOfCode(Buffer.from(key, "base64url"), code, now);
    if (step === undefined) {
      const message =
        "This code does not fit. Check that the time of your phone is right, and enter the newest code.";
      throw new DomainError("invalid", "second_factor.wrong_code", message, { fields: { code: message } });
    }
    await tx
      .update(secondFactors)
      .set({ confirmedAt: now, lastUsedStep: step })
      .where(eq(secondFactors.userId, userId));
    await revokeSessionsOf(tx, now, userId, sessionId);
    await tellUser(tx, ctx, {
      firstName,
      event: "A second factor was set up: signing in now takes a code of an authenticator app.",
    });
    await recordUserActivity(tx, ctx, userId, {
      type: "security",
      action: "Second factor on",
      details: `${email} set up an authenticator app; other sessions ended`,
    });
    return issueBackupCodes(tx, userId, now);
  });
  await giveBackAttempt(ctx, "second-factor", userId);
  return { backupCodes: codes };
}
