import { count, desc, eq, sql } from "drizzle-orm";
import type { StaffContext } from "#app/api/context.ts";
import { members, organisations, users } from "#app/db/schema/identity.ts";
import { campaigns, hourlyTotals } from "#app/db/schema/messaging.ts";
import { templates, whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { notDeleted } from "#app/domain/templates/queries.server.ts";

const newest = 10;

/** The platform in figures, for staff: counts over all organisations, and the organisations that came last. */
export async function getPlatformOverview(ctx: StaffContext) {
  return ctx.db.withSystem(async (tx) => {
    const [orgs] = await tx.select({ total: count() }).from(organisations);
    const [people] = await tx
      .select({
        total: count(),
        suspended: sql<number>`count(*) filter (where ${users.accountStatus} = 'suspended')`,
      })
      .from(users);
    const [accounts] = await tx
      .select({ total: count() })
      .from(whatsappAccounts)
      .where(eq(whatsappAccounts.status, "connected"));
    const [written] = await tx.select({ total: count() }).from(templates).where(notDeleted);
    const [planned] = await tx.select({ total: count() }).from(campaigns);
    const totals = await tx
      .select({
        direction: hourlyTotals.direction,
        state: hourlyTotals.state,
        total: sql<number>`sum(${hourlyTotals.count})::bigint`,
      })
      .from(hourlyTotals)
      .groupBy(hourlyTotals.direction, hourlyTotals.state);
    const sentIn = (state: string) =>
      totals.find((row) => row.direction === "out" && row.state === state)?.total ?? 0;
    const recent = await tx
      .select({
        id: organisations.id,
        name: organisations.name,
        planType: organisations.planType,
        createdAt: organisations.createdAt,
        members: sql<number>`(select count(*) from ${members} where ${members.orgId} = ${organisations.id})`,
      })
      .from(organisations)
      .orderBy(desc(organisations.createdAt))
      .limit(newest);
    return {
      organisations: orgs?.total ?? 0,
      users: people?.total ?? 0,
      suspendedUsers: people?.suspended ?? 0,
      connectedAccounts: accounts?.total ?? 0,
      templates: written?.total ?? 0,
      campaigns: planned?.total ?? 0,
      messagesSent: sentIn("accepted"),
      messagesDelivered: sentIn("delivered"),
      messagesFailed: sentIn("failed"),
      recentOrganisations: recent,
    };
  });
}
