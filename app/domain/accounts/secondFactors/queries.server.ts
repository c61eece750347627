import { and, eq, isNull } from "drizzle-orm";
import { backupCodes, secondFactors } from "#app/db/schema/accounts/secondFactors.ts";
import { base32, keyUri } from "#app/domain/accounts/totp.ts";
import type { UserContext } from "#app/platform/context.ts";
import { openSecret } from "#app/platform/secrets/secretBox.server.ts";
import { keyBoundTo, setupsSince } from "./find.server.ts";

/** The second factor of the caller: off, being set up (with the key to put into the app), or on since when. */
export async function getSecondFactor(ctx: UserContext) {
  const { userId, email } = ctx.session;
  return ctx.db.withSystem(async (tx) => {
    const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId));
    const none = { confirmedAt: null, setup: null, backupCodesLeft: 0 };
    if (!factor) return none;
    if (factor.confirmedAt) {
      const codes = await tx.$count(
        backupCodes,
        and(eq(backupCodes.userId, userId), isNull(backupCodes.usedAt)),
      );
      return { confirmedAt: factor.confirmedAt, setup: null, backupCodesLeft: codes };
    }
    if (factor.createdAt <= setupsSince(ctx.clock.now())) return none;
    const sealed = openSecret(ctx.config.encryptionKeys, keyBoundTo(userId), factor.secretEncrypted);
    const key = Buffer.from(sealed, "base64url");
    return {
      confirmedAt: null,
      setup: { key: base32(key), uri: keyUri(key, email, ctx.config.brand.name) },
      backupCodesLeft: 0,
    };
  });
}
