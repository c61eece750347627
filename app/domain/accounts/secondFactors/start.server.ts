import { isNull } from "drizzle-orm";
import { secondFactors } from "#app/db/schema/accounts/secondFactors.ts";
import { checkOwnPassword } from "#app/domain/accounts/checkOwnPassword.server.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import { secondFactorStarted } from "#app/domain/accounts/events.ts";
import { lockOwnAccount } from "#app/domain/accounts/lock.server.ts";
import { countAttempt, uncountAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { Call, UserContext } from "#app/platform/context.ts";
import { randomToken } from "#app/platform/secrets/random.ts";
import { sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import { m } from "#messages";
import { keyBoundTo } from "./find.server.ts";

/** As long as the hash, as RFC 4226 §4 recommends. */
const keyBytes = 20;

/**
 * Creates a new key for the authenticator app, with the password: otherwise a stranger at a signed-in browser
 * could lock out its owner. Sign-in requires it only once a code of the key was confirmed. @throws
 * DomainError `password.wrong` (400), `second_factor.on` (409), `auth.required` (401, ended in the meantime),
 * `rate_limit.exceeded` (429).
 */
export async function startSecondFactor({
  ctx,
  input: { password },
}: Call<{ password: string }, UserContext>): Promise<{ message: string }> {
  const { userId, email } = ctx.session;
  await countAttempt(ctx, "second-factor", userId);
  await checkOwnPassword(ctx, password, "password");
  const key = randomToken(keyBytes);
  const secretEncrypted = sealSecret(ctx.config.encryptionKeys, keyBoundTo(userId), key);
  await ctx.db.withSystem(async (tx) => {
    await lockOwnAccount(tx, ctx.session);
    const now = ctx.clock.now();
    const [started] = await tx
      .insert(secondFactors)
      .values({ userId, secretEncrypted, createdAt: now })
      .onConflictDoUpdate({
        target: secondFactors.userId,
        set: { secretEncrypted, createdAt: now, lastUsedStep: null },
        setWhere: isNull(secondFactors.confirmedAt),
      })
      .returning({ userId: secondFactors.userId });
    if (!started) throw accountsError("second_factor.on");
    await recordOfUser(tx, ctx, userId, secondFactorStarted, { data: { email } });
  });
  await uncountAttempt(ctx, "second-factor", userId);
  return { message: m.account_second_factor_start_done() };
}
