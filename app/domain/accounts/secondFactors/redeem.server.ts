import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { backupCodes, secondFactors } from "#app/db/schema/accounts/secondFactors.ts";
import { stepOfCode } from "#app/domain/accounts/totp.ts";
import type { Services } from "#app/platform/context.ts";
import { openSecret } from "#app/platform/secrets/secretBox.server.ts";
import { hashBackupCode } from "./backupCodes.server.ts";
import { keyBoundTo } from "./find.server.ts";
import { wrongCodesUntilClosed } from "./schemas.ts";

/** How a code matched, `wrong`, or not checked because the factor is `closed`. */
export type FactorVerdict = "app" | "backup" | "wrong" | "closed";

/**
 * Checks a code of the app or a backup code of a user with a confirmed factor, and uses it up. The row is
 * locked, so that two requests at once cannot both succeed.
 */
export async function redeemFactorCode(
  tx: Tx,
  services: Pick<Services, "config" | "clock">,
  { userId, code }: { userId: string; code: string },
): Promise<FactorVerdict> {
  const now = services.clock.now();
  const [factor] = await tx
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
    .for("update");
  if (!factor) return "wrong";
  if (factor.wrongInARow >= wrongCodesUntilClosed) return "closed";
  if (/^\d{6}$/.test(code)) {
    const key = openSecret(services.config.encryptionKeys, keyBoundTo(userId), factor.secretEncrypted);
    const step = stepOfCode(Buffer.from(key, "base64url"), code, now, factor.lastUsedStep);
    if (step === undefined) return "wrong";
    await tx
      .update(secondFactors)
      .set({ lastUsedStep: step, wrongInARow: 0 })
      .where(eq(secondFactors.userId, userId));
    return "app";
  }
  const [used] = await tx
    .update(backupCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(backupCodes.userId, userId),
        eq(backupCodes.codeHash, hashBackupCode(userId, code)),
        isNull(backupCodes.usedAt),
      ),
    )
    .returning({ userId: backupCodes.userId });
  if (!used) return "wrong";
  await tx.update(secondFactors).set({ wrongInARow: 0 }).where(eq(secondFactors.userId, userId));
  return "backup";
}

/** Counts a wrong code at sign-in, after the right password. Returns how many came in a row. */
export async function countWrongCode(tx: Tx, userId: string): Promise<number> {
  const [factor] = await tx
    .update(secondFactors)
    .set({ wrongInARow: sql`${secondFactors.wrongInARow} + 1` })
    .where(eq(secondFactors.userId, userId))
    .returning({ wrongInARow: secondFactors.wrongInARow });
  return factor?.wrongInARow ?? 0;
}

/** Reopens a closed factor for a user who has proven access to the mailbox and chosen another password. */
export async function reopenFactor(tx: Tx, userId: string): Promise<void> {
  await tx.update(secondFactors).set({ wrongInARow: 0 }).where(eq(secondFactors.userId, userId));
}
