import { and, desc, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Tx } from "#app/db/client.server.ts";
import { organisations } from "#app/db/schema/identity.ts";
import { campaigns, campaignTotals, hourlyTotals, messages } from "#app/db/schema/messaging.ts";
import { templates } from "#app/db/schema/whatsapp.ts";
import { notDeleted } from "#app/domain/whatsapp/templates/queries.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type Period, periodDays } from "#app/platform/periods.ts";

const shownTemplates = 5;
const dayMs = 86_400_000;
/** Whoever read a message also got it. */
const arrived = ["delivered", "read"] as const;

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
 * the organisation's timezone show them; and the templates that were delivered most.
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
    // In one statement, so that they agree while a campaign runs.
    const sums = await tx
      .select({
        hour: sql<number | null>`extract(hour from ${local})::int`,
        day: sql<string | null>`to_char(${local}, 'YYYY-MM-DD')`,
        ...volumes,
      })
      .from(hourlyTotals)
      .where(inPeriod)
      .groupBy(sql`grouping sets ((), (1), (2))`)
      .orderBy(sql`1, 2 desc`);
    const volumesOf = ({ hour: _hour, day: _day, ...sum }: (typeof sums)[number]) => sum;
    const byHour = sums.flatMap((row) => (row.hour === null ? [] : [{ hour: row.hour, ...volumesOf(row) }]));
    const byDay = sums.flatMap((row) => (row.day === null ? [] : [{ day: row.day, ...volumesOf(row) }]));
    const totals = volumesOf(sums.find(({ hour, day }) => hour === null && day === null)!);
    const topTemplates = await mostDelivered(tx, orgId, from);
    return { period: input.period, totals, byHour, byDay, topTemplates };
  });
}

/** Of what was sent since `from`: campaigns by their totals, and the few messages that were sent singly by their rows. */
async function mostDelivered(tx: Tx, orgId: OrgId, from: Date) {
  const byCampaigns = tx
    .select({ templateId: campaigns.templateId, count: campaignTotals.count })
    .from(campaigns)
    .innerJoin(
      campaignTotals,
      and(eq(campaignTotals.orgId, campaigns.orgId), eq(campaignTotals.campaignId, campaigns.id)),
    )
    .where(
      and(
        eq(campaigns.orgId, orgId),
        gte(campaigns.startedAt, from),
        inArray(campaignTotals.state, [...arrived]),
      ),
    );
  const singly = tx
    .select({ templateId: sql<string>`${messages.templateId}`, count: sql<number>`count(*)::int` })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, orgId),
        isNull(messages.campaignId),
        isNotNull(messages.templateId),
        gte(messages.createdAt, from),
        inArray(messages.state, [...arrived]),
      ),
    )
    .groupBy(messages.templateId);
  const parts = unionAll(byCampaigns, singly).as("parts");
  const delivered = sql<number>`sum(${parts.count})::bigint`;
  return tx
    .select({
      id: templates.id,
      name: templates.name,
      language: templates.language,
      deleted: sql<boolean>`not (${notDeleted})`,
      delivered,
    })
    .from(parts)
    .innerJoin(templates, and(eq(templates.orgId, orgId), eq(templates.id, parts.templateId)))
    .groupBy(templates.orgId, templates.id)
    .having(sql`sum(${parts.count}) > 0`)
    .orderBy(desc(delivered), templates.name)
    .limit(shownTemplates);
}
