import { and, eq, gt } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import { activityLogs, users } from "#app/db/schema/identity.ts";
import { countWithin } from "#app/domain/users/limits.server.ts";
import { firstOrganisationOf, recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";

const action = "Sign-in refused";
const windowSeconds = 600;

/**
 * Leaves a trace of a wrong password for who has the account: one entry in ten minutes, which tells how many there were
 * and where the last one came from. Does nothing where there is no account.
 */
export async function noteRefusedSignIn({
  services,
  input: { email, ipAddress, userAgent },
}: {
  services: Services;
  input: { email: string; ipAddress: string; userAgent: string };
}): Promise<void> {
  const times = await countWithin(services, "signin", email, windowSeconds);
  await services.db.withSystem(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for("update");
    const orgId = user && (await firstOrganisationOf(tx, user.id));
    if (!user || !orgId) return;
    const began = new Date(services.clock.now().getTime() - windowSeconds * 1000);
    const counted = await tx
      .update(activityLogs)
      .set({
        details: `${times} wrong passwords for ${email} in ten minutes; the last one came from here`,
        ipAddress,
        userAgent,
      })
      .where(
        and(
          eq(activityLogs.orgId, orgId),
          gt(activityLogs.timestamp, began),
          eq(activityLogs.actorUserId, user.id),
          eq(activityLogs.action, action),
        ),
      )
      .returning({ id: activityLogs.id });
    if (counted.length > 0) return;
    const caller = { requestId: "", ipAddress, userAgent };
    await recordUserActivity(tx, { clock: services.clock, caller }, user.id, {
      type: "login",
      status: "warning",
      action,
      details: `A wrong password for ${email}`,
    });
  });
}
