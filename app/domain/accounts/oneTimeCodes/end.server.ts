import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { oneTimeCodes } from "#app/db/schema/accounts/sessions.ts";
import type { OneTimeCodePurpose } from "./schemas.ts";

/**
 * Invalidates a user's open codes and links: those of one purpose, or all. The account is locked. System
 * role.
 */
export async function invalidateCodes(
  tx: Tx,
  now: Date,
  userId: string,
  purpose?: OneTimeCodePurpose,
): Promise<void> {
  await tx
    .update(oneTimeCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(oneTimeCodes.userId, userId),
        isNull(oneTimeCodes.usedAt),
        purpose ? eq(oneTimeCodes.purpose, purpose) : undefined,
      ),
    );
}
