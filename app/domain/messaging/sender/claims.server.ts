import type { Queryable } from "#app/db/client.server.ts";
import { laneOfCategory } from "#app/domain/messaging/campaigns/lanes.ts";
import { isQuiet } from "#app/domain/messaging/campaigns/toSend.server.ts";
import { metaIsDown } from "#app/domain/messaging/messages/reasons.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type Outgoing, outgoingColumns, type Read, withConsent } from "./work.server.ts";

/** The longest wait: Meta has given up repeating a webhook by then. */
const longestWait = "6 hours";

/**
 * SQL: stored webhooks about a number are not applied yet; those of the last second are in flight. All below the id `lowWater`
 * are applied. A webhook with an empty key may be about any number: it names several accounts, or an unknown one.
 */
export const webhooksWaitFor = (number: string, lowWater: string) =>
  `exists (select 1 from webhook_events w where w.account_key in ('', ${number})
    and w.is_status in (false, true) and w.id >= ${lowWater} and w.received_at < now() - interval '1 second')`;

/**
 * SQL: no status about message `m` is expected any longer, with webhooks stored since `openSince` and a grace
 * in seconds.
 */
export const doubtIsOver = (openSince: string, grace: string) =>
  `now() - ${openSince}::timestamptz >= greatest(make_interval(secs => ${grace}), least(${openSince}::timestamptz - m.in_doubt_since, interval '${longestWait}'))`;

/** SQL: message `m` is due, no answer about it is under way, and it may be sent now. */
const mayGo = `m.due_at <= now() and m.direction = 'out' and m.id <> all($6::text[])
  and (m.state = 'queued' or m.state = 'unknown' and $8 and ${doubtIsOver("$5", "$4")}
    and not ${webhooksWaitFor("$2", "$9::bigint")})`;

// Each from the index of what is due, in its order, and no further than wanted.
const claimText = `with sending as (
    select c.id, ${laneOfCategory("t.category")} as lane
    from campaigns c left join templates t on t.org_id = $1 and t.id = c.template_id
    where c.org_id = $1 and c.phone_number_id = $2 and c.status = 'sending' and not ${isQuiet}
  ), singles as (
    select m.id, m.state from messages m
    where m.org_id = $1 and m.phone_number_id = $2 and m.campaign_id is null and ${mayGo}
    order by m.due_at limit $3 for update of m skip locked
  ), retries as (
    select r.id, r.state from sending s cross join lateral (
      select m.id, m.state from messages m
      where m.org_id = $1 and m.phone_number_id = $2 and m.campaign_id = s.id and ${mayGo}
      order by m.due_at limit ($7::int[])[s.lane + 1] for update of m skip locked
    ) r
  ), due as (
    select id, state from singles union all select id, state from retries
  ), claimed as (
    update messages m set state = 'unknown', due_at = now() + make_interval(secs => $4), in_doubt_since = now(),
      error_code = nullif(m.error_code, ${metaIsDown}),
      doubts = m.doubts + case when due.state = 'unknown' and m.error_code is distinct from ${metaIsDown} then 1 else 0 end
    from due where m.org_id = $1 and m.id = due.id
    returning m.*, due.state as old
  ), totals as (
    insert into campaign_totals (org_id, campaign_id, state, count)
    select $1, campaign_id, s, sum(delta)::int from (
      select campaign_id, 'queued'::message_state as s, -1 as delta from claimed where old = 'queued' and campaign_id is not null
      union all select campaign_id, 'unknown'::message_state, 1 from claimed where old = 'queued' and campaign_id is not null
    ) d group by campaign_id, s order by campaign_id, s
    on conflict (org_id, campaign_id, state) do update set count = campaign_totals.count + excluded.count
  )
  select ${outgoingColumns} from claimed m order by m.id`;

interface Claim {
  orgId: OrgId;
  phoneNumberId: string;
  /** How many single messages. */
  singles: number;
  /** How many rows of a campaign, by its lane. */
  retries: readonly number[];
  graceSeconds: number;
  /** False leaves rows in doubt alone. */
  doubts: boolean;
  /** Since when webhooks have been stored without interruption; null while they can't be. */
  intakeOpenSince: Date | null;
  /** Every webhook with a smaller id is applied. */
  lowWater: number;
  /**
   * Rows in the dispatcher's memory: their claim continues without a new doubt, and no result of theirs is
   * overtaken.
   */
  held: ReadonlySet<string>;
}

/**
 * Claims due rows: single messages, retries, and rows in doubt whose grace has passed. A claimed row is
 * `unknown` until its response is known, so that a crash never sends it again before the grace time. Only
 * a status shows whether Meta has a row in doubt, and Meta repeats what it could not deliver with growing
 * gaps: the next try comes at the latest as long after a break as the row was in doubt at its end. So such a
 * row is resent only when webhooks could be accepted without a break for that long and for the grace time,
 * and none about its number is pending. Doubts from Meta's outages are not counted.
 */
export async function claimDue(client: Queryable, input: Claim): Promise<Outgoing[]> {
  const { orgId, phoneNumberId, singles, retries, graceSeconds, intakeOpenSince, doubts } = input;
  const held = [...input.held];
  if (held.length > 0)
    await client.query({
      name: "keep-claims",
      text: `update messages set due_at = now() + make_interval(secs => $3), in_doubt_since = now()
        where org_id = $1 and id = any($2) and state = 'unknown' and due_at <= now()`,
      values: [orgId, held, graceSeconds],
    });
  const { rows } = await client.query<Read>({
    name: "claim-due",
    text: claimText,
    values: [
      orgId,
      phoneNumberId,
      singles,
      graceSeconds,
      intakeOpenSince,
      held,
      retries,
      doubts,
      input.lowWater,
    ],
  });
  const claimed = rows.filter(({ id }) => !input.held.has(id));
  return withConsent(client, orgId, null, claimed);
}
