import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Window } from "./windows.ts";

const seconds = sql`extract(epoch from answered_at - waiting_since)`;

/**
 * How fast first replies came, of each team in whose queue the customer waited; `name` is null for the organisation's queue. Empty in
 * an organisation without teams.
 */
export async function readByTeam(tx: Tx, orgId: OrgId, { from, until }: Window) {
  const { rows } = await tx.execute<{
    id: string;
    name: string | null;
    answers: number;
    averageSeconds: number | null;
    medianSeconds: number | null;
  }>(sql`
    with waits as (
      select coalesce(team_id, '') as id, count(*)::int as answers, round(avg(${seconds}))::int as average,
        round((percentile_cont(0.5) within group (order by ${seconds}))::numeric)::int as median
      from answered_waits
      where org_id = ${orgId} and is_first_reply and answered_at >= ${from.toISOString()}::timestamptz
        and answered_at < ${until.toISOString()}::timestamptz
      group by 1
    ), queues as (
      select id, name from teams where org_id = ${orgId}
      union all select '', null where exists (select 1 from teams where org_id = ${orgId})
    )
    select queues.id, queues.name, coalesce(answers, 0) as answers, average as "averageSeconds", median as "medianSeconds"
    from queues left join waits on waits.id = queues.id
    order by queues.name is null, lower(queues.name), queues.id`);
  return rows;
}
