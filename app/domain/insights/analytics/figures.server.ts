import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { periodFigures } from "#app/db/schema/insights/counts.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Period } from "#app/platform/time/periods.ts";
import { labelOf, type Window } from "./windows.ts";

export const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
export const inWindow = (column: SQL, { from, until }: Window) =>
  sql`${column} >= ${moment(from)} and ${column} < ${moment(until)}`;
const seconds = sql`extract(epoch from answered_at - waiting_since)`;
export const responseTimes = sql`count(*)::int as answers, round(avg(${seconds}))::int as average,
  round((percentile_cont(0.5) within group (order by ${seconds}))::numeric)::int as median`;

/** The figures of one window as of now: for everyone, and by member. */
async function readWindowFigures(tx: Tx, orgId: OrgId, window: Window) {
  const { rows } = await tx.execute<{
    memberId: string;
    uniqueContacts: number;
    answers: number;
    averageSeconds: number | null;
    medianSeconds: number | null;
  }>(sql`
    select member as "memberId", answers, average as "averageSeconds", median as "medianSeconds",
      case when member = '' then (select count(distinct contact_id)::int from contact_hours
        where org_id = ${orgId} and ${inWindow(sql`hour`, window)}) else 0 end as "uniqueContacts"
    from (
      select case when grouping(answered_by) = 1 then '' else answered_by end as member, ${responseTimes}
      from answered_waits where org_id = ${orgId} and ${inWindow(sql`answered_at`, window)}
      group by grouping sets ((), (answered_by))
    ) as times where member is not null`);
  return rows;
}

export interface Figures {
  uniqueContacts: number | null;
  answers: number;
  averageSeconds: number | null;
  medianSeconds: number | null;
}
export const noFigures: Figures = {
  uniqueContacts: null,
  answers: 0,
  averageSeconds: null,
  medianSeconds: null,
};

type FigureRow = Figures & { memberId: string };

/** Stored figures of a period, and of days. */
async function readStoredFigures(tx: Tx, orgId: OrgId, period: Period | null, days: string[]) {
  const labels = period === null ? [] : [labelOf(period), labelOf(period, true)];
  return tx
    .select()
    .from(periodFigures)
    .where(and(eq(periodFigures.orgId, orgId), inArray(periodFigures.label, [...labels, ...days])));
}

const figuresOf = ({ uniqueContacts, answers, averageSeconds, medianSeconds }: Figures): Figures => ({
  ...{ uniqueContacts, answers, averageSeconds, medianSeconds },
});

const ofAll = (rows: readonly FigureRow[]): Figures => {
  const row = rows.find(({ memberId }) => memberId === "");
  return row ? figuresOf(row) : noFigures;
};

/** The figures of a period and of days are stored; those of an own range (`period` null) are counted now. */
export async function readFigures(
  tx: Tx,
  orgId: OrgId,
  {
    period,
    windows,
    days,
  }: { period: Period | null; windows: { current: Window; before: Window }; days: string[] },
) {
  const stored = await readStoredFigures(tx, orgId, period, days);
  const labelled = (label: string): FigureRow[] => stored.filter((row) => row.label === label);
  const current =
    period === null ? await readWindowFigures(tx, orgId, windows.current) : labelled(labelOf(period));
  const before =
    period === null ? await readWindowFigures(tx, orgId, windows.before) : labelled(labelOf(period, true));
  return {
    current: ofAll(current),
    before: ofAll(before),
    days: new Map(days.map((day) => [day, ofAll(labelled(day))])),
    members: new Map(
      current.flatMap((row) => (row.memberId === "" ? [] : [[row.memberId, figuresOf(row)] as const])),
    ),
  };
}
