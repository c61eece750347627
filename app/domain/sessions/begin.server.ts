import { eq } from "drizzle-orm";
import type { VisitorContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/identity.ts";
import { confirmedFactorOf } from "#app/domain/secondFactors/find.server.ts";
import { lockSignedInTo } from "#app/domain/users/lock.server.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";
import { createSession } from "./create.server.ts";
import { revokeSession } from "./revoke.server.ts";

/**
 * The end of every sign-in. The browser's earlier session ends, so that a token that was there before the sign-in is
 * worth nothing after it. `passed` says which second factor was passed; undefined where one is owed and was not.
 * @throws DomainError `auth.changed` (401), `auth.suspended` (403), when that happened after the password was checked.
 */
export async function beginSession(
  tx: Tx,
  ctx: VisitorContext,
  {
    user,
    remember,
    passed,
  }: {
    user: { id: string; email: string; usertype: "individual" | "admin"; passwordHash: string };
    remember: boolean;
    passed?: "app" | "backup";
  },
) {
  await lockSignedInTo(tx, user);
  if (!passed && (await confirmedFactorOf(tx, user.id))) return undefined;
  const now = ctx.clock.now();
  if (ctx.session) await revokeSession(tx, now, ctx.session.sessionId);
  await tx.update(users).set({ lastLogin: now }).where(eq(users.id, user.id));
  const created = await createSession(tx, ctx, { user, remember });
  const by = { app: " with an authenticator app", backup: " with a backup code", none: "" };
  await recordUserActivity(tx, { ...ctx, session: created.session }, user.id, {
    type: "login",
    action: "Signed in",
    details: `${user.email} signed in${by[passed ?? "none"]}`,
  });
  return created;
}
