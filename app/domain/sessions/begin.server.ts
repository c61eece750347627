import { eq } from "drizzle-orm";
import type { VisitorContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/identity.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";
import { createSession } from "./create.server.ts";
import { revokeSession } from "./revoke.server.ts";

/**
 * The end of every sign-in. The browser's earlier session ends, so that a token that was there before the sign-in is
 * worth nothing after it. `by` says what the user signed in with beside the password.
 */
export async function beginSession(
  tx: Tx,
  ctx: VisitorContext,
  {
    user,
    remember,
    by = "",
  }: {
    user: { id: string; email: string; usertype: "individual" | "admin" };
    remember: boolean;
    by?: string;
  },
) {
  const now = ctx.clock.now();
  if (ctx.session) await revokeSession(tx, now, ctx.session.sessionId);
  await tx.update(users).set({ lastLogin: now }).where(eq(users.id, user.id));
  const created = await createSession(tx, ctx, { user, remember });
  await recordUserActivity(tx, ctx, user.id, {
    type: "login",
    action: "Signed in",
    details: `${user.email} signed in${by}`,
  });
  return created;
}
