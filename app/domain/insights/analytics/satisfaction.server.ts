import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { inWindow } from "./figures.server.ts";
import type { Window } from "./windows.ts";

/** How satisfied customers are, of 5; `average` is null without an answer. */
export interface Satisfaction {
  answers: number;
  average: number | null;
}
const noAnswers: Satisfaction = { answers: 0, average: null };

/** The scores of a period, of the one before it, and of each team in the period; by when customers answered. */
export async function readSatisfaction(
  tx: Tx,
  orgId: OrgId,
  { current, before }: { current: Window; before: Window },
) {
  const { rows } = await tx.execute<{
    isCurrent: boolean;
    team: string | null;
    answers: number;
    average: number;
  }>(sql`
    select is_current as "isCurrent", team, count(*)::int as answers, round(avg(score), 1)::float8 as average
    from (
      select ${inWindow(sql`answered_at`, current)} as is_current, coalesce(team_id, '') as team, score
      from satisfaction_requests
      where org_id = ${orgId} and (${inWindow(sql`answered_at`, current)} or ${inWindow(sql`answered_at`, before)})
    ) as given
    group by grouping sets ((is_current), (is_current, team))`);
  const of = (isCurrent: boolean, team: string | null): Satisfaction => {
    const row = rows.find((each) => each.isCurrent === isCurrent && each.team === team);
    return row ? { answers: row.answers, average: row.average } : noAnswers;
  };
  return { current: of(true, null), before: of(false, null), ofTeam: (id: string) => of(true, id) };
}
