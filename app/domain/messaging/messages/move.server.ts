import { clientOf, type Queryable, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import type { WhatsappIdentity } from "#app/domain/contacts/whatsappIdentity.ts";
import { countForMeta } from "#app/domain/money/metaCosts/countForMeta.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Moved } from "./addToTotals.server.ts";
import { spanOf } from "./idRange.ts";

/** A report on one message. Times are those of the report; unknown fields are omitted. */
export interface Move {
  id: string;
  state: MessageState;
  at: Date;
  wamid?: string;
  errorCode?: number;
  errorDetail?: string;
  /** When the row is due again (`queued`: retry, `unknown`: end of grace), by the clock of `at`. */
  dueAt?: Date;
  /** True when this ends a try to send, which is counted. */
  attempted?: boolean;
  /** The recipient according to Meta. */
  person?: WhatsappIdentity;
  /** Meta's pricing category and type. */
  price?: { category: string; type: string };
}

/** SQL: a message in `state` counts for stage `s` of the hourly totals, as it does on its campaign's page. */
const reached = (state: string) =>
  `(s = 'failed' and ${state} = 'failed' or ${state} between 'accepted' and 'read' and s between 'accepted' and ${state})`;

/**
 * SQL: campaign totals and hourly roll-ups move with the rows that `moved` names (a stage that was lost leaves the hour in
 * which it was counted).
 */
const tally = `changed as (
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
)`;

/**
 * Applies moves of one organisation in one statement: rows go forward only (`may_move`), totals move with them, and a
 * repeated or outdated report changes nothing. Each id may occur once. A failure of our own making (a code below 0) is a
 * guess: it moves no row of which Meta has said something.
 * Rows are locked in the order of their ids, so that batches from several processes never deadlock.
 */
const moveText = `
with held as (
  select i.*, m.state as old, m.delivered_at is null as is_undelivered, may_move(m.state, i.state) and not (i.state = 'failed' and coalesce(i.error_code, 0) < 0 and m.state > 'unknown') as moves
  from unnest($2::text[], $3::message_state[], $4::timestamptz[], $5::text[], $6::int[], $7::text[], $8::timestamptz[], $9::boolean[], $10::text[], $11::text[])
    as i(id, state, at, wamid, error_code, error_detail, due_at, attempted, meta_category, meta_type)
  join messages m on m.org_id = $1 and m.id = i.id and m.id = any($2::text[]) and m.id between $12 and $13
  order by m.id for update of m
), moved as (
  update messages m set
    state = case when h.moves then h.state else m.state end,
    wamid = coalesce(m.wamid, h.wamid),
    attempts = m.attempts + case when h.attempted then 1 else 0 end,
    due_at = case when h.old < 'accepted' and (h.state = h.old or h.moves) then now() + (h.due_at - h.at) else m.due_at end,
    error_code = case when h.error_code is not null and (h.state = h.old or h.moves) then h.error_code
                      when h.moves and h.state > 'unknown' then null else m.error_code end,
    error_detail = case when h.error_code is not null and (h.state = h.old or h.moves) then h.error_detail
                        when h.moves and h.state > 'unknown' then null else m.error_detail end,
    in_doubt_since = case when h.state = 'unknown' and h.old < 'accepted' then h.at else m.in_doubt_since end,
    accepted_at = case when h.state between 'accepted' and 'read' then coalesce(m.accepted_at, h.at) else m.accepted_at end,
    sent_at = case when h.state = 'sent' then coalesce(m.sent_at, h.at) else m.sent_at end,
    delivered_at = case when h.state in ('delivered', 'read') then coalesce(m.delivered_at, h.at) else m.delivered_at end,
    read_at = case when h.state = 'read' then coalesce(m.read_at, h.at) else m.read_at end,
    failed_at = case when h.state = 'failed' and h.moves then h.at else m.failed_at end,
    meta_category = case when h.is_undelivered then coalesce(h.meta_category, m.meta_category) else m.meta_category end,
    meta_type = case when h.is_undelivered then coalesce(h.meta_type, m.meta_type) else m.meta_type end
  from held h
  where m.org_id = $1 and m.id = h.id and m.id = any($2::text[]) and m.id between $12 and $13
  returning m.id, m.phone_number_id, m.contact_id, m.accepted_at, m.campaign_id, m.direction, h.old as old, m.state as new, date_trunc('hour', h.at) as hour,
    h.is_undelivered, m.delivered_at, m.template_id, m.recipient, m.meta_category, m.meta_type,
    date_trunc('hour', case when m.state = 'failed' then m.accepted_at when h.old = 'failed' then m.failed_at end) as hour_before
), ${countForMeta}, ${tally}
select campaign_id as "campaignId", old as "from", new as "to", sum(count)::int as count from changed group by 1, 2, 3`;

/**
 * The greater part of all moves, at half the price: rows that are still `queued` and that Meta accepted at once. No other
 * row is touched, so none has to be locked and looked at before. Nothing but the plan keeps them in order, so it waits for
 * no row longer than PostgreSQL waits until it looks for a deadlock (a second): then it fails, and may be tried again.
 */
const acceptText = `
with moved as (
  update messages m set
    state = 'accepted', wamid = coalesce(m.wamid, i.wamid), attempts = m.attempts + 1, due_at = null, error_code = null, error_detail = null,
    accepted_at = coalesce(m.accepted_at, to_timestamp(i.at))
  from unnest($2::text[], $3::float8[], $4::text[]) as i(id, at, wamid)
  where m.org_id = $1 and m.id = i.id and m.id = any($2::text[]) and m.id between $5 and $6 and m.state = 'queued'
  returning m.id, m.campaign_id, m.direction, 'queued'::message_state as old, m.state as new, date_trunc('hour', to_timestamp(i.at)) as hour, null::timestamptz as hour_before
), ${tally}
select case when count(*) < cardinality($2::text[]) then coalesce(array_agg(id), '{}') end as accepted from moved`;

/** PostgreSQL's text of an array whose elements need no quotes; quoting each would cost more than the rest. */
const plainArray = (elements: readonly string[]) => `{${elements.join(",")}}`;

/**
 * One plan for all batches of a connection: a plan made for the values at hand would scan the table while it is small, and
 * making it would cost as much as the work. It must still be good when the table has grown, so nothing in it hangs on how
 * many rows PostgreSQL believes there are: rows are found by `= any` of their keys, in the months of the least and the
 * greatest, and joined without nested loops.
 */
const planOnce =
  "select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_nestloop', 'off', true)";

const planAsUsual = (client: Queryable) =>
  client.query({ name: "plan-as-usual", text: "select set_config('enable_nestloop', 'on', true)" });

export async function moveMessages(tx: Tx, orgId: OrgId, moves: readonly Move[]): Promise<Moved[]> {
  if (moves.length === 0) return [];
  notifyPages(tx, orgId, "messages");
  const client = clientOf(tx);
  const ids = moves.map(({ id }) => id);
  await client.query({ name: "plan-once", text: planOnce });
  const result = await client.query<Moved>({
    name: "move-messages",
    text: moveText,
    values: [
      orgId,
      ids,
      plainArray(moves.map((move) => move.state)),
      plainArray(moves.map((move) => move.at.toISOString())),
      moves.map((move) => move.wamid ?? null),
      moves.map((move) => move.errorCode ?? null),
      // PostgreSQL stores no NUL; such a text from Meta must not block a batch.
      moves.map((move) => move.errorDetail?.replaceAll("\0", "") ?? null),
      moves.map((move) => move.dueAt ?? null),
      plainArray(moves.map((move) => (move.attempted ? "t" : "f"))),
      moves.map((move) => move.price?.category ?? null),
      moves.map((move) => move.price?.type ?? null),
      ...spanOf(ids),
    ],
  });
  await planAsUsual(client);
  return result.rows;
}

/**
 * Stores first responses: rows that are still `queued` become `accepted`, each with its `wamid`. Returns the
 * moves of all other rows, unapplied, for `moveMessages` in another transaction, since this one locks rows
 * after them. The caller notifies open pages.
 */
export async function acceptQueued(
  client: Queryable,
  orgId: OrgId,
  answers: readonly Move[],
): Promise<Move[]> {
  if (answers.length === 0) return [];
  const inOrder = answers.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const ids = inOrder.map(({ id }) => id);
  await client.query({
    name: "plan-once-wait-shortly",
    text: `${planOnce}, set_config('lock_timeout', '500ms', true)`,
  });
  const { rows } = await client.query<{ accepted: string[] | null }>({
    name: "accept-queued",
    text: acceptText,
    values: [
      orgId,
      plainArray(ids),
      plainArray(inOrder.map(({ at }) => String(at.getTime() / 1000))),
      inOrder.map(({ wamid }) => wamid ?? null),
      ...spanOf(ids),
    ],
  });
  if (rows[0]?.accepted === null) return [];
  const accepted = new Set(rows[0]?.accepted);
  return answers.filter(({ id }) => !accepted.has(id));
}
