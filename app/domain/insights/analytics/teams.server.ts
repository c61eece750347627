import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { inWindow, responseTimes } from "./figures.server.ts";
import type { Window } from "./windows.ts";

/** How satisfied customers are, of 5; `average` is null without an answer. */
export interface Satisfaction {
  answers: number;
  average: number | null;
}

interface TeamRow {
  /** A team, or the scores of all in one of the windows. */
  of: "team" | "current" | "before";
  id: string;
  name: string | null;
  answers: number;
  averageSeconds: number | null;
  medianSeconds: number | null;
  scores: number;
  averageScore: number | null;
}

const scoreOf = (row: TeamRow | undefined): Satisfaction => ({
  answers: row?.scores ?? 0,
  average: row?.averageScore ?? null,
});

/**
 * How fast first replies came, of each team in whose queue the customer waited, and how satisfied its customers are; `name` is null
 * for the organisation's queue, and there is none in an organisation without teams. Satisfaction also of all customers, in both
 * windows, by when they answered. In one statement.
 */
export async function readTeams(tx: Tx, orgId: OrgId, windows: { current: Window; before: Window }) {
  const rows = await readRows(tx, orgId, windows);
  return {
    satisfaction: scoreOf(rows.find((row) => row.of === "current")),
    satisfactionBefore: scoreOf(rows.find((row) => row.of === "before")),
    byTeam: rows
      .filter((row) => row.of === "team")
      .map(({ of: _, scores, averageScore, ...team }) => ({
        ...team,
        satisfaction: { answers: scores, average: averageScore },
      })),
  };
}

async function readRows(
  tx: Tx,
  orgId: OrgId,
  { current, before }: { current: Window; before: Window },
): Promise<TeamRow[]> {
  const { rows } = await tx.execute<{ [K in keyof TeamRow]: TeamRow[K] }>(sql`
    with waits as (
      select coalesce(team_id, '') as id, ${responseTimes}
      from answered_waits where org_id = ${orgId} and is_first_reply and ${inWindow(sql`answered_at`, current)}
      group by 1
    ), queues as (
      select id, name from teams where org_id = ${orgId}
      union all select '', null where exists (select 1 from teams where org_id = ${orgId})
    ), scored as (
      select case when ${inWindow(sql`answered_at`, current)} then 'current' else 'before' end as of,
        coalesce(team_id, '') as id, score
      from satisfaction_requests
      where org_id = ${orgId} and (${inWindow(sql`answered_at`, current)} or ${inWindow(sql`answered_at`, before)})
    ), scores as (
      select of, id, count(*)::int as count, round(avg(score), 1)::float8 as average
      from scored group by grouping sets ((of), (of, id))
    )
    select * from (
      select 'team' as of, queues.id, name, coalesce(waits.answers, 0) as answers, waits.average as "averageSeconds",
        waits.median as "medianSeconds", coalesce(scores.count, 0) as scores, scores.average as "averageScore"
      from queues left join waits on waits.id = queues.id
      left join scores on scores.id = queues.id and scores.of = 'current'
      union all select of, '', null, 0, null, null, count, average from scores where id is null
    ) as lines order by name is null, lower(name), id`);
  return rows;
}
