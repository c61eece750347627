import { createHmac } from "node:crypto";
import type { Tx } from "#app/db/client.server.ts";
import { oneTimeCodes } from "#app/db/schema/accounts/sessions.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { randomDigits, randomToken } from "#app/platform/secrets/random.ts";
import { codeTries, codeTtlMinutes, type OneTimeCodePurpose, resetLinkTtlMinutes } from "./schemas.ts";

/** A keyed hash of a code: a plain hash of six digits is broken in a moment. */
export const hashCode = (services: Pick<Services, "config">, codeId: string, secret: string): Buffer =>
  createHmac("sha256", services.config.sessionSecret).update(`one-time:${codeId}:${secret}`).digest();

/**
 * Creates a code of six digits (`verify_email`, `change_email`) or a link token (`reset_password`,
 * `id.secret`). Only the newest of a user and purpose is valid. `secret` is returned only once.
 */
export async function issueOneTimeCode(
  tx: Tx,
  services: Pick<Services, "config" | "clock">,
  { userId, purpose }: { userId: string; purpose: OneTimeCodePurpose },
): Promise<{ secret: string; expiresAt: Date }> {
  const now = services.clock.now();
  const codeId = newId("otp", now.getTime());
  const isCode = purpose !== "reset_password";
  const secret = isCode ? randomDigits(6) : randomToken(32);
  const expiresAt = new Date(now.getTime() + (isCode ? codeTtlMinutes : resetLinkTtlMinutes) * 60_000);
  await tx.insert(oneTimeCodes).values({
    id: codeId,
    userId,
    purpose,
    codeHash: hashCode(services, codeId, secret),
    triesLeft: codeTries,
    createdAt: now,
    expiresAt,
  });
  return { secret: isCode ? secret : `${codeId}.${secret}`, expiresAt };
}
