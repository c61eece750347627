import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { backupCodes, secondFactors } from "#app/db/schema/secondFactors.ts";
import { stepOfCode } from "#app/domain/users/totp.ts";
import { openSecret } from "#app/shared/secretBox.server.ts";
import { hashBackupCode } from "./backupCodes.server.ts";
import { keyBoundTo } from "./find.server.ts";

/** How a code was right, or `wrong`. */
export type FactorVerdict = "app" | "backup" | "wrong";

/**
 * Checks a code of the app or a backup code of a user with a confirmed factor, and uses it up. The row is locked, so
 * that two requests at once cannot both be right.
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
  if (/^\d{6}$/.test(code)) {
    const key = openSecret(services.config.encryptionKeys, keyBoundTo(userId), factor.secretEncrypted);
    const step = stepOfCode(Buffer.from(key, "base64url"), code, now, factor.lastUsedStep);
    if (step === undefined) return "wrong";
    await tx.update(secondFactors).set({ lastUsedStep: step }).where(eq(secondFactors.userId, userId));
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
  return used ? "backup" : "wrong";
}
