import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { analyticsCounts, failureHours } from "#app/db/schema/insights/counts.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { isAnyOf, together } from "#app/db/together.server.ts";
import { reasonOf } from "#app/domain/messaging/messages/reasons.ts";
import { notDeleted } from "#app/domain/whatsapp/notDeleted.ts";
import type { Call } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import {
  type CohortRow,
  type Dimension,
  type Outcome,
  ofDimension,
  outcomeOf,
  readCohort,
} from "./cohort.server.ts";
import { type Figures, noFigures, readFigures } from "./figures.server.ts";
import { type AnalyticsRange, noCode } from "./schemas.ts";
import { readTeams } from "./teams.server.ts";
import { type Window, windowsOf, windowsOfRange } from "./windows.ts";

const shown = 5;
const shownMembers = 20;

/** SQL: how many messages reached each state. */
const counts = sql.raw(
  (["accepted sent", "delivered delivered", "read read", "failed failed"] as const)
    .map((pair) => pair.split(" "))
    .map(
      ([state, name]) =>
        `coalesce(sum(count) filter (where state = '${state}' and direction = 'out'), 0)::bigint as ${name}`,
    )
    .concat("coalesce(sum(count) filter (where direction = 'in'), 0)::bigint as replies")
    .join(", "),
);
const summed = sql.raw(
  ["sent", "delivered", "read", "failed", "replies"]
    .map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`)
    .join(", "),
);

export interface Volumes {
  sent: number;
  delivered: number;
  read: number;
  failed: number;
  replies: number;
}
const none: Volumes = { sent: 0, delivered: 0, read: 0, failed: 0, replies: 0 };

/**
 * The figures of a period next to those of the period before it. Volumes are live, by when each message reached a state: in
 * all, by hour of the day (0–23) and by day, as the clocks of the organisation show them. How far messages got, by what was
 * begun in the period, is live for campaigns; what was sent singly, people and reply times are as of `countedAt`.
 */
export async function getAnalytics({ ctx, input }: Call<AnalyticsRange>) {
  const { orgId } = ctx;
  const now = ctx.clock.now();
  const range = input.from === "" ? null : { from: input.from, to: input.to };
  return ctx.db.withOrg(orgId, async (tx) => {
    const [org] = await tx
      .select({ timezone: organisations.timezone, countedAt: analyticsCounts.countedAt })
      .from(organisations)
      .leftJoin(analyticsCounts, eq(analyticsCounts.orgId, organisations.id))
      .where(eq(organisations.id, orgId));
    const zone = org?.timezone ?? "Africa/Nairobi";
    const windows = range ? windowsOfRange(range, { now, zone }) : windowsOf(input.period, now);
    const sums = await readVolumes(tx, orgId, windows, zone);
    const days = sums.byDay.map(({ day }) => day);
    const figures = await readFigures(tx, orgId, { period: range ? null : input.period, windows, days });
    const cohort = await readCohort(tx, orgId, windows.current);
    return {
      period: range ? null : input.period,
      range,
      /** As today is by the organisation's clocks. */
      today: dayOf(now, zone),
      countedAt: org?.countedAt ?? null,
      totals: sums.totals,
      before: sums.before,
      people: figures.current,
      peopleBefore: figures.before,
      byHour: sums.byHour,
      byDay: sums.byDay.map((day) => ({ ...day, ...(figures.days.get(day.day) ?? noFigures) })),
      begun: outcomeOf(cohort.find(({ by }) => by === "all")!),
      ...(await readTops(tx, orgId, cohort, figures.members)),
      ...(await readTeams(tx, orgId, windows)),
      failures: await readFailures(tx, orgId, windows.current),
    };
  });
}

type VolumeRow = Volumes & { isCurrent: boolean; hour: number | null; day: string | null };

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;

const volumesOf = ({ sent, delivered, read, failed, replies }: VolumeRow): Volumes => ({
  sent,
  delivered,
  read,
  failed,
  replies,
});

/** In one statement, so that they agree while a campaign runs. */
async function readVolumes(
  tx: Tx,
  orgId: OrgId,
  { current, before }: { current: Window; before: Window },
  timezone: string,
) {
  // The hours of the period before are only summed; they need no clock.
  const { rows: sums } = await tx.execute<{ [K in keyof VolumeRow]: VolumeRow[K] }>(sql`
    with hours as (
      select hour, hour at time zone ${timezone} as local, ${counts}
      from hourly_totals
      where org_id = ${orgId} and hour >= ${moment(current.from)} and hour < ${moment(current.until)}
      group by hour
    )
    select true as "isCurrent", extract(hour from local)::int as hour, to_char(local, 'YYYY-MM-DD') as day, ${summed}
    from hours group by grouping sets ((), (2), (3))
    union all
    select false, null, null, ${counts}
    from hourly_totals
    where org_id = ${orgId} and hour >= ${moment(before.from)} and hour < ${moment(before.until)}
    order by 2, 3 desc`);
  const now = sums.filter((row) => row.isCurrent);
  const inAll = (rows: VolumeRow[]) => rows.find(({ hour, day }) => hour === null && day === null);
  const total = (rows: VolumeRow[]) => {
    const row = inAll(rows);
    return row ? volumesOf(row) : none;
  };
  return {
    totals: total(now),
    before: total(sums.filter((row) => !row.isCurrent)),
    byHour: now.flatMap((row) => (row.hour === null ? [] : [{ hour: row.hour, ...volumesOf(row) }])),
    byDay: now.flatMap((row) => (row.day === null ? [] : [{ day: row.day, ...volumesOf(row) }])),
  };
}

async function readTops(tx: Tx, orgId: OrgId, cohort: CohortRow[], members: ReadonlyMap<string, Figures>) {
  const most = (by: Dimension, limit = shown) =>
    ofDimension(cohort, by)
      .filter(({ key, tried }) => key !== "" && tried > 0)
      .toSorted((a, b) => b.delivered - a.delivered || b.sent - a.sent || (a.key < b.key ? -1 : 1))
      .slice(0, limit);
  const topTemplates = most("template");
  const topCampaigns = most("campaign");
  const byNumber = most("number", Number.POSITIVE_INFINITY);
  const people = new Map(ofDimension(cohort, "member").map((row) => [row.key, row]));
  const memberIds = [...new Set([...people.keys(), ...members.keys()])].filter((key) => key !== "");
  const names = await readNames(tx, orgId, {
    template: topTemplates.map(({ key }) => key),
    campaign: topCampaigns.map(({ key }) => key),
    member: memberIds,
  });
  return {
    topTemplates: topTemplates.flatMap(({ key, ...row }) => {
      const template = names.templates.get(key);
      return template ? [{ ...template, ...row }] : [];
    }),
    topCampaigns: topCampaigns.flatMap(({ key, ...row }) => {
      const campaign = names.campaigns.get(key);
      return campaign ? [{ ...campaign, ...row }] : [];
    }),
    byNumber: byNumber.map(({ key, ...row }) => ({
      phoneNumberId: key,
      number: names.numbers.get(key) ?? "",
      ...row,
    })),
    byMember: byMember(memberIds, people, members, names.members),
  };
}

const nothingBegun: Outcome = {
  tried: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  replied: 0,
  failed: 0,
  costCents: 0,
};

/** Each member's sent messages and reply times, most active first. */
function byMember(
  ids: readonly string[],
  sent: ReadonlyMap<string, Outcome>,
  answered: ReadonlyMap<string, Figures>,
  names: ReadonlyMap<string, string>,
) {
  return ids
    .map((id) => ({
      id,
      name: names.get(id) ?? "",
      ...outcomeOf(sent.get(id) ?? nothingBegun),
      ...(answered.get(id) ?? noFigures),
    }))
    .toSorted((a, b) => b.sent + b.answers - (a.sent + a.answers) || a.name.localeCompare(b.name))
    .slice(0, shownMembers);
}

async function readNames(
  tx: Tx,
  orgId: OrgId,
  ids: { template: string[]; campaign: string[]; member: string[] },
) {
  const { ofTemplates, ofCampaigns, ofNumbers, ofMembers } = await together(tx, {
    ofTemplates: tx
      .select({
        id: templates.id,
        name: templates.name,
        language: templates.language,
        deleted: sql<boolean>`not (${notDeleted})`,
      })
      .from(templates)
      .where(and(eq(templates.orgId, orgId), isAnyOf(templates.id, ids.template))),
    ofCampaigns: tx
      .select({ id: campaigns.id, name: campaigns.name, startedAt: campaigns.startedAt })
      .from(campaigns)
      .where(and(eq(campaigns.orgId, orgId), isAnyOf(campaigns.id, ids.campaign))),
    ofNumbers: tx
      .select({ id: phoneNumbers.phoneNumberId, name: phoneNumbers.displayPhoneNumber })
      .from(phoneNumbers)
      .where(eq(phoneNumbers.orgId, orgId)),
    ofMembers: tx
      .select({ id: users.id, name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})` })
      .from(users)
      .where(isAnyOf(users.id, ids.member)),
  });
  return {
    templates: new Map(ofTemplates.map((row) => [row.id, row])),
    campaigns: new Map(ofCampaigns.map((row) => [row.id, row])),
    numbers: new Map(ofNumbers.map((row) => [row.id, row.name])),
    members: new Map(ofMembers.map((row) => [row.id, row.name])),
  };
}

/** Why messages failed, most frequent first, with what can be done about it. */
async function readFailures(tx: Tx, orgId: OrgId, { from, until }: Window) {
  const rows = await tx
    .select({ code: failureHours.code, count: sql<number>`sum(${failureHours.count})::int` })
    .from(failureHours)
    .where(and(eq(failureHours.orgId, orgId), gte(failureHours.hour, from), lt(failureHours.hour, until)))
    .groupBy(failureHours.code)
    .orderBy(sql`2 desc, 1`);
  return rows.map(({ code, count }) => {
    const { text, who, advice } = reasonOf(code === noCode ? null : code);
    return { code: code === noCode ? null : code, count, text, who, advice };
  });
}
