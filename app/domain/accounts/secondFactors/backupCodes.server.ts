import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { backupCodes } from "#app/db/schema/accounts/secondFactors.ts";
import { base32 } from "#app/domain/accounts/totp.ts";
import { randomBytes } from "#app/platform/secrets/random.ts";
import { backupCodeCount } from "./schemas.ts";

/** 80 random bits: too many to guess, so a plain hash is enough. */
const codeBytes = 10;

/** The stored form of a backup code, typed without spaces, dashes and capitals. */
export const hashBackupCode = (userId: string, code: string): Buffer =>
  createHash("sha256").update(`${userId}:${code}`).digest();

/** Replaces the user's backup codes. They are returned only once: `abcd-efgh-ijkl-mnop`. */
export async function issueBackupCodes(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: backupCodeCount }, () => base32(randomBytes(codeBytes)).toLowerCase());
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
  await tx
    .insert(backupCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashBackupCode(userId, code), createdAt: now })));
  return codes.map((code) => code.match(/.{4}/g)!.join("-"));
}
