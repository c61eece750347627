import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { signedIn } from "#app/domain/accounts/events.ts";
import { lockSignedInTo } from "#app/domain/accounts/lock.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { revokeSession } from "#app/domain/accounts/revokeSessions.server.ts";
import { confirmedFactorOf } from "#app/domain/accounts/secondFactors/find.server.ts";
import type { Usertype, VisitorContext } from "#app/platform/context.ts";
import { refuseClosedOrganisations } from "../suspensions.server.ts";
import { createSession } from "./create.server.ts";

/**
 * The end of every sign-in. The browser's earlier session ends, so that a token from before the sign-in is
 * worthless after it. `passed` is the second factor that was passed; undefined when one is still required.
 * @throws DomainError `auth.changed` (401), `auth.suspended` (403), when that happened after the password was
 * checked; `organisation.suspended` (403).
 */
export async function beginSession(
  tx: Tx,
  ctx: VisitorContext,
  {
    user,
    remember,
    passed,
  }: {
    user: { id: string; email: string; usertype: Usertype; passwordHash: string };
    remember: boolean;
    passed?: "app" | "backup";
  },
) {
  await lockSignedInTo(tx, user);
  await refuseClosedOrganisations(tx, user.id);
  if (!passed && (await confirmedFactorOf(tx, user.id))) return undefined;
  const now = ctx.clock.now();
  if (ctx.session) await revokeSession(tx, now, ctx.session.sessionId);
  await tx.update(users).set({ lastLogin: now }).where(eq(users.id, user.id));
  const created = await createSession(tx, ctx, { user, remember });
  await recordOfUser(tx, { ...ctx, session: created.session }, user.id, signedIn, {
    data: { email: user.email, secondFactor: passed ?? "none" },
  });
  return created;
}
