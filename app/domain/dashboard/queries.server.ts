import { and, count, desc, eq, isNull, ne, sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { activityLogs } from "#app/db/schema/identity.ts";
import { campaigns, hourlyTotals } from "#app/db/schema/messaging.ts";
import { phoneNumbers, templates, whatsappAccounts } from "#app/db/schema/whatsapp.ts";

const recentEntries = 6;

/**
 * The figures of the overview. `messagesSent` counts what Meta accepted, `activeContacts` who has not opted out.
 * `accountStatus` is `Setup` until a number can send.
 */
export async function getDashboard(ctx: OrgContext) {
  const { orgId } = ctx;
  return ctx.db.withOrg(orgId, async (tx) => {
    const [sent] = await tx
      .select({ total: sql<number>`coalesce(sum(${hourlyTotals.count}), 0)::bigint` })
      .from(hourlyTotals)
      .where(
        and(
          eq(hourlyTotals.orgId, orgId),
          eq(hourlyTotals.direction, "out"),
          eq(hourlyTotals.state, "accepted"),
        ),
      );
    const [reachable] = await tx
      .select({ total: count() })
      .from(contacts)
      .where(and(eq(contacts.orgId, orgId), isNull(contacts.optedOutAt)));
    const [written] = await tx
      .select({
        total: count(),
        approved: sql<number>`count(*) filter (where ${templates.status} = 'APPROVED')`,
      })
      .from(templates)
      .where(eq(templates.orgId, orgId));
    const [planned] = await tx.select({ total: count() }).from(campaigns).where(eq(campaigns.orgId, orgId));
    const [account] = await tx
      .select({
        status: whatsappAccounts.status,
        reason: whatsappAccounts.statusReason,
        number: phoneNumbers.displayPhoneNumber,
        verifiedName: phoneNumbers.verifiedName,
        qualityRating: phoneNumbers.qualityRating,
        registeredAt: phoneNumbers.registeredAt,
      })
      .from(whatsappAccounts)
      .leftJoin(
        phoneNumbers,
        and(
          eq(phoneNumbers.orgId, whatsappAccounts.orgId),
          eq(phoneNumbers.whatsappAccountId, whatsappAccounts.id),
        ),
      )
      .where(and(eq(whatsappAccounts.orgId, orgId), ne(whatsappAccounts.status, "disconnected")))
      .orderBy(sql`${whatsappAccounts.status} = 'connected' desc`, desc(phoneNumbers.registeredAt))
      .limit(1);
    const recentActivity = await tx
      .select({
        id: activityLogs.id,
        type: activityLogs.type,
        status: activityLogs.status,
        action: activityLogs.action,
        details: activityLogs.details,
        timestamp: activityLogs.timestamp,
      })
      .from(activityLogs)
      .where(eq(activityLogs.orgId, orgId))
      .orderBy(desc(activityLogs.timestamp), desc(activityLogs.id))
      .limit(recentEntries);
    const connected = account?.status === "connected" && account.registeredAt !== null;
    return {
      messagesSent: sent?.total ?? 0,
      activeContacts: reachable?.total ?? 0,
      templates: written?.total ?? 0,
      approvedTemplates: written?.approved ?? 0,
      campaigns: planned?.total ?? 0,
      accountStatus: connected ? ("Active" as const) : ("Setup" as const),
      whatsapp: account ? { ...account, connected } : null,
      recentActivity,
    };
  });
}
