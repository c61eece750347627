import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { oneTimeCodes } from "#app/db/schema/accounts/sessions.ts";
import type { OneTimeCodePurpose } from "./schemas.ts";

/** Makes the open codes and links of a user count no more: those of one purpose, or all. The account is locked. System role. */
export async function endCodesOf(
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
