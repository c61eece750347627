import { and, eq, isNotNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { secondFactors } from "#app/db/schema/accounts/secondFactors.ts";
import { setupMinutes } from "./schemas.ts";

/** The binding of a stored key; see `sealSecret`. */
export const keyBoundTo = (userId: string) => `second_factors:${userId}`;

/** A setup started before this moment has expired. */
export const setupsSince = (now: Date) => new Date(now.getTime() - setupMinutes * 60_000);

/** The factor that this user's sign-in requires; undefined while none is confirmed. System role. */
export async function confirmedFactorOf(tx: Tx, userId: string) {
  const [factor] = await tx
    .select({ userId: secondFactors.userId, confirmedAt: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)));
  return factor;
}
