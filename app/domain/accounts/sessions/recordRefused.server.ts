import { and, eq, gt, sql } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import { events } from "#app/db/schema/record/events.ts";
import { signInRefused } from "#app/domain/accounts/events.ts";
import { countWithin } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { firstOrganisationOf, recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { ofThePlatform } from "#app/domain/record/record.server.ts";
import type { Services } from "#app/platform/context.ts";

const windowSeconds = 600;

/**
 * Records a wrong password for the account's owner: one entry in ten minutes, with the count and the last
 * address. Does nothing without an account.
 */
export async function recordRefusedSignIn({
  services,
  input: { email, ipAddress, userAgent },
}: {
  services: Services;
  input: { email: string; ipAddress: string; userAgent: string };
}): Promise<void> {
  const times = await countWithin(services, "signin", email, windowSeconds);
  await services.db.withSystem(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for("update");
    if (!user) return;
    const orgId = (await firstOrganisationOf(tx, user.id)) ?? ofThePlatform;
    const began = new Date(services.clock.now().getTime() - windowSeconds * 1000);
    // A sealed line cannot change; later attempts get a line of their own.
    await tx.execute(sql`select pg_advisory_xact_lock_shared(728391004)`);
    const counted = await tx
      .update(events)
      .set({ data: { email, times }, ipAddress, userAgent })
      .where(
        and(
          eq(events.orgId, orgId),
          gt(events.at, began),
          eq(events.subjectId, user.id),
          eq(events.name, signInRefused.name),
          sql`not exists (select 1 from event_seals s where s.org_id = ${orgId} and s.event_id = ${events.id})`,
        ),
      )
      .returning({ id: events.id });
    if (counted.length > 0) return;
    const by = { kind: "visitor", ipAddress, userAgent } as const;
    await recordOfUser(tx, services, user.id, signInRefused, {
      by,
      data: { email, times: Math.max(1, times) },
    });
  });
}
