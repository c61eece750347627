import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import type { SessionContext } from "#app/platform/context.ts";
import { accountSuspended } from "./errors.ts";

/**
 * Locks an account until the transaction ends. Every verb that opens or ends its sessions, or changes its
 * credentials, does this first, so that they run one after the other. System role.
 */
export async function lockUser(tx: Tx, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  return user;
}

/**
 * Locks the account of `user`, whose password was checked before the transaction, because that takes long.
 * @throws DomainError `auth.changed` (401) when the password has changed since, `auth.suspended` (403).
 */
export async function lockSignedInTo(tx: Tx, user: { id: string; passwordHash: string }): Promise<void> {
  const current = await lockUser(tx, user.id);
  if (current?.accountStatus === "suspended") throw accountSuspended();
  if (current?.passwordHash === user.passwordHash) return;
  throw accountsError("auth.changed");
}

/**
 * Locks the caller's own account. An open session proves that the checked password is current: a new one ends
 * them all. @throws DomainError `auth.required` (401) when the session was ended in the meantime.
 */
export async function lockOwnAccount(tx: Tx, { userId, sessionId }: SessionContext) {
  const user = await lockUser(tx, userId);
  const [open] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
  if (!user || !open) throw accountsError("auth.required");
  return user;
}
