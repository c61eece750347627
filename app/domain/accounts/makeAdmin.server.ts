import { eq } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import { madeAdmin } from "#app/domain/accounts/events.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { jobActor, type Services } from "#app/platform/context.ts";
import { isStaff } from "#app/platform/roles/accountKinds.ts";
import { lockUser } from "./lock.server.ts";
import { revokeSessionsOf } from "./revokeSessions.server.ts";

/**
 * Makes an account an administrator of the platform with all rights, at the operator's command. All its
 * sessions end, because their tokens contain the former role; memberships stay. Returns `changed: false`
 * when it already is one. @throws DomainError `user.not_found` (404), `user.not_verified` (409),
 * `user.suspended` (403).
 */
export async function makeAdmin({
  services: { db, clock },
  input: { email },
}: {
  services: Pick<Services, "db" | "clock">;
  input: { email: string };
}): Promise<{ changed: boolean; endedSessions: number }> {
  return db.withSystem(async (tx) => {
    const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
    const user = found && (await lockUser(tx, found.id));
    if (!user) throw accountsError("user.not_found", { values: { email } });
    if (!user.isVerified) throw accountsError("user.not_verified", { values: { email } });
    if (user.accountStatus !== "active") throw accountsError("user.suspended", { values: { email } });
    if (isStaff(user)) return { changed: false, endedSessions: 0 };
    await tx.update(users).set({ usertype: "admin", staffRole: "owner" }).where(eq(users.id, user.id));
    const endedSessions = await revokeSessionsOf(tx, clock.now(), user.id);
    await recordOfUser(tx, { clock }, user.id, madeAdmin, { by: jobActor("make-admin"), data: { email } });
    return { changed: true, endedSessions };
  });
}
