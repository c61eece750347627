import type { MessageState } from "#app/db/schema/messaging.ts";
import type { OrgId } from "#app/shared/ids.ts";

/** The least of a PostgreSQL client that a statement needs. */
export interface Queryable {
  query<Row>(config: {
    name?: string;
    text: string;
    values?: unknown[];
  }): Promise<{ rows: Row[]; rowCount: number | null }>;
}

/** What became known about one message. Times are those of the report; fields that are not known stay away. */
export interface Move {
  id: string;
  state: MessageState;
  at: Date;
  wamid?: string;
  errorCode?: number;
  errorDetail?: string;
  /** When the row must be looked at again (`queued`: retry, `unknown`: end of grace), by the clock that tells `at`. */
  dueAt?: Date;
  /** True when this ends a try to send, which is counted. */
  attempted?: boolean;
}

/** How many messages of a campaign went from one state to another. */
export interface Moved {
  campaignId: string | null;
  from: MessageState;
  to: MessageState;
  count: number;
}

/** SQL: a message in `state` counts for stage `s` of the hourly totals, as it does on its campaign's page. */
const reached = (state: string) =>
  `(s = 'failed' and ${state} = 'failed' or ${state} between 'accepted' and 'read' and s between 'accepted' and ${state})`;

/**
 * Applies moves of one organisation in one statement: rows go forward only (`may_move`), campaign totals and hourly
 * roll-ups move with them (a stage that was lost leaves the hour in which it was counted), and a repeated or outdated report changes nothing. Each id may occur once.
 * Rows are locked in the order of their ids, so that batches from several processes never deadlock.
 */
const text = `
with held as (
  select i.*, m.state as old from unnest($2::text[], $3::message_state[], $4::timestamptz[], $5::text[], $6::int[], $7::text[], $8::timestamptz[], $9::boolean[])
    as i(id, state, at, wamid, error_code, error_detail, due_at, attempted)
  join messages m on m.org_id = $1 and m.id = i.id
  order by m.id for update of m
), moved as (
  update messages m set
    state = case when may_move(h.old, h.state) then h.state else m.state end,
    wamid = coalesce(m.wamid, h.wamid),
    attempts = m.attempts + case when h.attempted then 1 else 0 end,
    due_at = case when h.old < 'accepted' and (h.state = h.old or may_move(h.old, h.state)) then now() + (h.due_at - h.at) else m.due_at end,
    error_code = case when h.error_code is not null and (h.state = h.old or may_move(h.old, h.state)) then h.error_code
                      when may_move(h.old, h.state) and h.state > 'unknown' then null else m.error_code end,
    error_detail = case when h.error_code is not null and (h.state = h.old or may_move(h.old, h.state)) then h.error_detail
                        when may_move(h.old, h.state) and h.state > 'unknown' then null else m.error_detail end,
    in_doubt_since = case when h.state = 'unknown' and h.old < 'accepted' then h.at else m.in_doubt_since end,
    accepted_at = case when h.state between 'accepted' and 'read' then coalesce(m.accepted_at, h.at) else m.accepted_at end,
    sent_at = case when h.state = 'sent' then coalesce(m.sent_at, h.at) else m.sent_at end,
    delivered_at = case when h.state in ('delivered', 'read') then coalesce(m.delivered_at, h.at) else m.delivered_at end,
    read_at = case when h.state = 'read' then coalesce(m.read_at, h.at) else m.read_at end,
    failed_at = case when h.state = 'failed' and may_move(h.old, h.state) then h.at else m.failed_at end
  from held h
  where m.org_id = $1 and m.id = h.id
  returning m.campaign_id, m.direction, h.old as old, m.state as new, date_trunc('hour', h.at) as hour,
    date_trunc('hour', case when m.state = 'failed' then m.accepted_at when h.old = 'failed' then m.failed_at end) as hour_before
), changed as (
  select campaign_id, direction, old, new, hour, hour_before, count(*)::int as count from moved where old <> new group by 1, 2, 3, 4, 5, 6
), totals as (
  insert into campaign_totals (org_id, campaign_id, state, count)
  select $1, campaign_id, state, sum(delta)::int from (
    select campaign_id, old as state, -count as delta from changed
    union all select campaign_id, new, count from changed
  ) d where campaign_id is not null group by campaign_id, state order by campaign_id, state
  on conflict (org_id, campaign_id, state) do update set count = campaign_totals.count + excluded.count
), hours as (
  insert into hourly_totals (org_id, hour, direction, state, count)
  select $1, hour, direction, state, sum(delta)::int from (
    select c.hour, c.direction, s as state, c.count as delta from changed c, unnest(enum_range(null::message_state)) s
    where ${reached("c.new")} and not ${reached("c.old")}
    union all select coalesce(c.hour_before, c.hour), c.direction, s, -c.count from changed c, unnest(enum_range(null::message_state)) s
    where ${reached("c.old")} and not ${reached("c.new")}
  ) h group by 1, 2, 3, 4 order by hour, direction, state
  on conflict (org_id, hour, direction, state) do update set count = hourly_totals.count + excluded.count
)
select campaign_id as "campaignId", old as "from", new as "to", sum(count)::int as count from changed group by 1, 2, 3`;

/** PostgreSQL's text of an array whose elements need no quotes; quoting each would cost more than the rest. */
const plainArray = (elements: readonly string[]) => `{${elements.join(",")}}`;

export async function moveMessages(
  client: Queryable,
  orgId: OrgId,
  moves: readonly Move[],
): Promise<Moved[]> {
  if (moves.length === 0) return [];
  // One plan for all batches, by index: a plan made for the values at hand scans the table while it is small, and
  // making it would cost as much as the work.
  await client.query({
    name: "plan-once",
    text: "select set_config('plan_cache_mode', 'force_generic_plan', true)",
  });
  const result = await client.query<Moved>({
    name: "move-messages",
    text,
    values: [
      orgId,
      moves.map((move) => move.id),
      plainArray(moves.map((move) => move.state)),
      plainArray(moves.map((move) => move.at.toISOString())),
      moves.map((move) => move.wamid ?? null),
      moves.map((move) => move.errorCode ?? null),
      // PostgreSQL stores no NUL, and a text of Meta's must not be able to hold a batch up.
      moves.map((move) => move.errorDetail?.replaceAll("\0", "") ?? null),
      moves.map((move) => move.dueAt ?? null),
      plainArray(moves.map((move) => (move.attempted ? "t" : "f"))),
    ],
  });
  return result.rows;
}
