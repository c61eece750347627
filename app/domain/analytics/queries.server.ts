import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { organisations } from "#app/db/schema/identity.ts";
import { campaigns, campaignTotals, hourlyTotals } from "#app/db/schema/messaging.ts";
import { templates } from "#app/db/schema/whatsapp.ts";
import { type Period, periodDays } from "./schemas.ts";

const topTemplates = 5;
const dayMs = 86_400_000;

const countOf = (state: string, direction = "out") =>
  sql<number>`coalesce(sum(${hourlyTotals.count}) filter (where ${hourlyTotals.direction} = ${direction} and ${hourlyTotals.state} = ${state}), 0)::bigint`;

const volumes = {
  sent: countOf("accepted"),
  delivered: countOf("delivered"),
  read: countOf("read"),
  failed: countOf("failed"),
  replies: sql<number>`coalesce(sum(${hourlyTotals.count}) filter (where ${hourlyTotals.direction} = 'in'), 0)::bigint`,
};

/**
 * Volumes of a period from the hourly roll-ups: in all, by hour of the day (0–23) and by day, both as the clocks of
 * the organisation's timezone show them; and the templates that campaigns delivered most.
 */
export async function getAnalytics({ ctx, input }: { ctx: OrgContext; input: { period: Period } }) {
  const { orgId } = ctx;
  const from = new Date(ctx.clock.now().getTime() - periodDays[input.period] * dayMs);
  return ctx.db.withOrg(orgId, async (tx) => {
    const [org] = await tx
      .select({ timezone: organisations.timezone })
      .from(organisations)
      .where(eq(organisations.id, orgId));
    const local = sql`(${hourlyTotals.hour} at time zone ${org?.timezone ?? "Africa/Nairobi"})`;
    const inPeriod = and(eq(hourlyTotals.orgId, orgId), gte(hourlyTotals.hour, from));
    const [totals] = await tx.select(volumes).from(hourlyTotals).where(inPeriod);
    const byHour = await tx
      .select({ hour: sql<number>`extract(hour from ${local})::int`, ...volumes })
      .from(hourlyTotals)
      .where(inPeriod)
      .groupBy(sql`1`)
      .orderBy(sql`1`);
    const byDay = await tx
      .select({ day: sql<string>`to_char(${local}, 'YYYY-MM-DD')`, ...volumes })
      .from(hourlyTotals)
      .where(inPeriod)
      .groupBy(sql`1`)
      .orderBy(sql`1 desc`);
    const delivered = sql<number>`sum(${campaignTotals.count})::bigint`;
    const top = await tx
      .select({ id: templates.id, name: templates.name, language: templates.language, delivered })
      .from(campaigns)
      .innerJoin(
        campaignTotals,
        and(eq(campaignTotals.orgId, campaigns.orgId), eq(campaignTotals.campaignId, campaigns.id)),
      )
      .innerJoin(templates, and(eq(templates.orgId, campaigns.orgId), eq(templates.id, campaigns.templateId)))
      .where(
        and(
          eq(campaigns.orgId, orgId),
          gte(campaigns.startedAt, from),
          inArray(campaignTotals.state, ["delivered", "read"]),
        ),
      )
      .groupBy(templates.id, templates.name, templates.language)
      .having(sql`sum(${campaignTotals.count}) > 0`)
      .orderBy(desc(delivered))
      .limit(topTemplates);
    return { period: input.period, totals: totals!, byHour, byDay, topTemplates: top };
  });
}
