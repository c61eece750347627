import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { emailChanges } from "#app/db/schema/accounts/users.ts";
import { invalidateCodes } from "#app/domain/accounts/oneTimeCodes/end.server.ts";

/**
 * Ends the pending change with its codes, whatever its result: none may count for a later one. The account is
 * locked.
 */
export async function endEmailChange(tx: Tx, now: Date, userId: string): Promise<void> {
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
  await invalidateCodes(tx, now, userId, "change_email");
}
