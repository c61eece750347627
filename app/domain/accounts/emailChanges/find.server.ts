import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { emailChanges, users } from "#app/db/schema/accounts/users.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import { resendPauseSeconds } from "#app/domain/accounts/oneTimeCodes/schemas.ts";
import type { Services } from "#app/platform/context.ts";
import type { DomainError } from "#app/platform/errors.ts";

/** The pending change of a user. System role. */
export async function changeOf(tx: Tx, userId: string) {
  const [change] = await tx.select().from(emailChanges).where(eq(emailChanges.userId, userId));
  return change;
}

/** The seconds until another code may be requested. */
export function secondsLeft(
  { clock }: Pick<Services, "clock">,
  { requestedAt }: { requestedAt: Date },
): number {
  const passed = (clock.now().getTime() - requestedAt.getTime()) / 1000;
  return Math.max(0, Math.ceil(resendPauseSeconds - passed));
}

/**
 * The user with an address, and whether it is theirs (`isTheirs`): an unverified one belongs to no one.
 * System role.
 */
export async function holderOf(tx: Tx, email: string) {
  const [holder] = await tx.select().from(users).where(eq(users.email, email));
  if (!holder) return undefined;
  return { ...holder, isTheirs: holder.isVerified || holder.accountStatus !== "pending" };
}

/** The refusal when a verb needs a change and there is none. */
export function noEmailChange(): DomainError {
  return accountsError("email_change.none");
}
