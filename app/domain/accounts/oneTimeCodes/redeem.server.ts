import { timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { oneTimeCodes } from "#app/db/schema/accounts/sessions.ts";
import type { Services } from "#app/platform/context.ts";
import { hashCode } from "./issue.server.ts";
import type { OneTimeCodePurpose } from "./schemas.ts";

/** `used` and `expired` are returned only for the right code; everything else is `wrong`. */
export type Verdict = "right" | "wrong" | "used" | "expired";

/** The newest code of a user and purpose, the only valid one, locked. */
export async function newestCodeOf(tx: Tx, userId: string, purpose: OneTimeCodePurpose) {
  const [newest] = await tx
    .select()
    .from(oneTimeCodes)
    .where(and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.purpose, purpose)))
    .orderBy(desc(oneTimeCodes.createdAt), desc(oneTimeCodes.id))
    .limit(1)
    .for("update");
  return newest;
}

function judge(
  services: Pick<Services, "config" | "clock">,
  newest: typeof oneTimeCodes.$inferSelect,
  secret: string,
): Verdict {
  const isRight = timingSafeEqual(hashCode(services, newest.id, secret), newest.codeHash);
  if (!isRight || newest.triesLeft <= 0) return "wrong";
  if (newest.usedAt) return "used";
  return newest.expiresAt <= services.clock.now() ? "expired" : "right";
}

/**
 * The result of `redeemOneTimeCode` without using up the code or a try: for the long secret of a link only.
 */
export async function checkOneTimeCode(
  tx: Tx,
  services: Pick<Services, "config" | "clock">,
  { userId, purpose, secret }: { userId: string; purpose: "reset_password"; secret: string },
): Promise<Verdict> {
  const newest = await newestCodeOf(tx, userId, purpose);
  return newest ? judge(services, newest, secret) : "wrong";
}

/**
 * Checks `secret` against the newest code of the user and uses it up. Every check costs a try; a code without
 * tries left stays `wrong`. The row is locked, so that two requests at once cannot both succeed. The caller
 * must let the transaction commit whatever the verdict: a wrong try must count.
 */
export async function redeemOneTimeCode(
  tx: Tx,
  services: Pick<Services, "config" | "clock">,
  { userId, purpose, secret }: { userId: string; purpose: OneTimeCodePurpose; secret: string },
): Promise<Verdict> {
  const now = services.clock.now();
  const newest = await newestCodeOf(tx, userId, purpose);
  if (!newest || newest.triesLeft <= 0) return "wrong";
  const verdict = judge(services, newest, secret);
  await tx
    .update(oneTimeCodes)
    .set(verdict === "right" ? { usedAt: now } : { triesLeft: newest.triesLeft - 1 })
    .where(and(eq(oneTimeCodes.id, newest.id), gt(oneTimeCodes.triesLeft, 0)));
  return verdict;
}

/** The user whom a link token (`id.secret`) may belong to. */
export async function ownerOfToken(tx: Tx, codeId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ userId: oneTimeCodes.userId })
    .from(oneTimeCodes)
    .where(eq(oneTimeCodes.id, codeId));
  return row?.userId;
}
