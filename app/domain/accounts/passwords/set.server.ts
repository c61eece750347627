import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { secondFactors } from "#app/db/schema/accounts/secondFactors.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { endEmailChange } from "#app/domain/accounts/emailChanges/end.server.ts";
import { invalidateCodes } from "#app/domain/accounts/oneTimeCodes/end.server.ts";
import { revokeSessionsOf } from "#app/domain/accounts/revokeSessions.server.ts";

/**
 * Sets a new password and ends everything opened with the old one: all sessions, emailed links, a pending
 * email change, and an unconfirmed second factor. The account is locked. System role.
 */
export async function setPassword(
  tx: Tx,
  now: Date,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
  await revokeSessionsOf(tx, now, userId);
  await invalidateCodes(tx, now, userId, "reset_password");
  await endEmailChange(tx, now, userId);
  await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)));
}
