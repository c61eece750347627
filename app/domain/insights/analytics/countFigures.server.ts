import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { inWindow, moment, responseTimes } from "./figures.server.ts";
import { labelledWindows, type Window } from "./windows.ts";

const overwritten = sql`unique_contacts = excluded.unique_contacts,
  answers = excluded.answers, average_seconds = excluded.average_seconds, median_seconds = excluded.median_seconds`;

/** Hourly figures that cannot be added up: distinct people, and reply times. Days from `from` on. */
export async function countFigures(
  tx: Tx,
  { orgId, now, from }: { orgId: OrgId; now: Date; from: Date },
): Promise<void> {
  const windows = labelledWindows(now);
  const people = await countPeople(tx, orgId, windows);
  for (const [index, window] of windows.entries()) {
    const members = sql`grouping sets ((), (answered_by))`;
    await tx.execute(sql`delete from period_figures where org_id = ${orgId} and label = ${window.label}`);
    await tx.execute(sql`
      insert into period_figures (org_id, label, member_id, unique_contacts, answers, average_seconds, median_seconds)
      select ${orgId}, ${window.label}, member, case member when '' then ${people[index]!}::int else 0 end, answers, average, median
      from (
        select case when grouping(answered_by) = 1 then '' else answered_by end as member, ${responseTimes}
        from answered_waits where org_id = ${orgId} and ${inWindow(sql`answered_at`, window)}
        group by ${members}
      ) as times where member is not null
      returning 1`);
  }
  await countDays(tx, orgId, from);
}

/** Of each window how many people, in one pass. */
async function countPeople(tx: Tx, orgId: OrgId, windows: readonly Window[]): Promise<number[]> {
  const oldest = new Date(Math.min(...windows.map(({ from }) => from.getTime())));
  const was = windows.map(
    (window, index) => sql`bool_or(${inWindow(sql`hour`, window)}) as ${sql.raw(`w${index}`)}`,
  );
  const counted = windows.map((_, index) => sql.raw(`count(*) filter (where w${index})::int`));
  const { rows } = await tx.execute<{ counts: number[] }>(sql`
    select array[${sql.join(counted, sql`, `)}] as counts from (
      select contact_id, ${sql.join(was, sql`, `)} from contact_hours
      where org_id = ${orgId} and hour >= ${moment(oldest)} group by contact_id
    ) as people`);
  return rows[0]?.counts ?? windows.map(() => 0);
}

/** The days of the organisation's clocks. */
async function countDays(tx: Tx, orgId: OrgId, from: Date): Promise<void> {
  const zone = sql`(select timezone from organisations where id = ${orgId})`;
  const since = sql`date_trunc('day', ${moment(from)} at time zone ${zone}) at time zone ${zone}`;
  const dayOf = (column: SQL) => sql`to_char(${column} at time zone ${zone}, 'YYYY-MM-DD')`;
  await tx.execute(sql`
    insert into period_figures (org_id, label, member_id, unique_contacts, answers, average_seconds, median_seconds)
    select ${orgId}, coalesce(p.day, t.day), '', coalesce(p.people, 0), coalesce(t.answers, 0), t.average, t.median from (
      select ${dayOf(sql`hour`)} as day, count(distinct contact_id)::int as people from contact_hours
      where org_id = ${orgId} and hour >= ${since} group by 1
    ) p full join (
      select ${dayOf(sql`answered_at`)} as day, ${responseTimes} from answered_waits
      where org_id = ${orgId} and answered_at >= ${since} group by 1
    ) t on t.day = p.day
    on conflict (org_id, label, member_id) do update set ${overwritten}`);
}
