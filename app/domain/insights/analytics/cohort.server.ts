import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Window } from "./windows.ts";

/** How far messages got, and what they cost. */
export interface Outcome {
  tried: number;
  sent: number;
  delivered: number;
  read: number;
  replied: number;
  failed: number;
  costCents: number;
}

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;

const dayMs = 86_400_000;

/** SQL: what was sent singly in a window: whole days of UTC by the day, the hours before and after them one by one. */
function singles(orgId: OrgId, { from, until }: Window): SQL {
  const first = Math.ceil(from.getTime() / dayMs) * dayMs;
  const last = Math.floor(until.getTime() / dayMs) * dayMs;
  const [begin, end] = last > first ? [new Date(first), new Date(last)] : [until, until];
  const columns = sql.raw(
    "template_id, phone_number_id, author_user_id, tried, sent, delivered, read, replied, failed, cost_cents",
  );
  return sql`
    select ${columns} from single_message_days
      where org_id = ${orgId} and day >= ${moment(begin)} and day < ${moment(end)}
    union all select ${columns} from single_message_hours
      where org_id = ${orgId} and hour >= ${moment(from)} and hour < ${moment(begin)}
    union all select ${columns} from single_message_hours
      where org_id = ${orgId} and hour >= ${moment(end)} and hour < ${moment(until)}`;
}

/**
 * SQL: the results of a window: campaigns by their current totals, and single messages as counted. One row
 * for each campaign, and for each number, template and author of the rest.
 */
const begun = (orgId: OrgId, { from, until }: Window): SQL => sql`
  select c.id as campaign, c.template_id as template, c.phone_number_id as number, coalesce(c.created_by, '') as member,
    t.tried, t.sent, t.delivered, t.read, coalesce(r.replied, 0) as replied, t.failed,
    coalesce(greatest(0, h.settled_messages - h.included_messages)::bigint * h.price_cents_per_message, 0) as cost
  from campaigns c
  cross join lateral (
    select coalesce(sum(count) filter (where state between 'accepted' and 'failed'), 0)::int as tried,
      coalesce(sum(count) filter (where state between 'accepted' and 'read'), 0)::int as sent,
      coalesce(sum(count) filter (where state between 'delivered' and 'read'), 0)::int as delivered,
      coalesce(sum(count) filter (where state = 'read'), 0)::int as read,
      coalesce(sum(count) filter (where state = 'failed'), 0)::int as failed
    from campaign_totals t where t.org_id = ${orgId} and t.campaign_id = c.id
  ) t
  left join lateral (
    select count(*)::int as replied from campaign_replies r where r.org_id = ${orgId} and r.campaign_id = c.id
  ) r on true
  left join holds h on h.org_id = ${orgId} and h.subject_id = c.id
  where c.org_id = ${orgId} and c.started_at >= ${moment(from)} and c.started_at < ${moment(until)}
  union all
  select '', template_id, phone_number_id, author_user_id, sum(tried), sum(sent), sum(delivered), sum(read), sum(replied),
    sum(failed), sum(cost_cents)
  from (${singles(orgId, { from, until })}) as singles group by template_id, phone_number_id, author_user_id`;

export type Dimension = "campaign" | "template" | "number" | "member";

export type CohortRow = Outcome & Record<Dimension, string | null> & { by: Dimension | "all" };

/** The results of a window: in total, and by each dimension. */
export async function readCohort(tx: Tx, orgId: OrgId, window: Window): Promise<CohortRow[]> {
  const { rows } = await tx.execute<{ [K in keyof CohortRow]: CohortRow[K] }>(sql`
    select case grouping(campaign, template, number, member)
        when 7 then 'campaign' when 11 then 'template' when 13 then 'number' when 14 then 'member' else 'all' end as by,
      campaign, template, number, member,
      coalesce(sum(tried), 0)::int as tried, coalesce(sum(sent), 0)::int as sent,
      coalesce(sum(delivered), 0)::int as delivered, coalesce(sum(read), 0)::int as read,
      coalesce(sum(replied), 0)::int as replied, coalesce(sum(failed), 0)::int as failed,
      coalesce(sum(cost), 0)::bigint as "costCents"
    from (${begun(orgId, window)}) as begun
    group by grouping sets ((), (campaign), (template), (number), (member))`);
  return rows;
}

export const ofDimension = (rows: readonly CohortRow[], by: Dimension) =>
  rows.flatMap((row) => (row.by === by ? [{ ...outcomeOf(row), key: row[by] ?? "" }] : []));

export const outcomeOf = ({
  tried,
  sent,
  delivered,
  read,
  replied,
  failed,
  costCents,
}: Outcome): Outcome => ({
  tried,
  sent,
  delivered,
  read,
  replied,
  failed,
  costCents,
});
