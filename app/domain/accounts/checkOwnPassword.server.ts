import { eq } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import type { UserContext } from "#app/platform/context.ts";
import { verifyPassword } from "./password.server.ts";

/**
 * Verifies that the user is at the signed-in browser. The caller counts the attempt, and locks the account
 * afterwards. @throws DomainError `password.wrong` (400), tied to the form field `field`.
 */
export async function checkOwnPassword(
  ctx: UserContext,
  password: string,
  field: "password" | "currentPassword",
): Promise<void> {
  const { userId } = ctx.session;
  const [user] = await ctx.db.withSystem((tx) =>
    tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
  );
  if (await verifyPassword(password, user?.passwordHash)) return;
  throw accountsError("password.wrong", { field: field });
}
