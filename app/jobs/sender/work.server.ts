import type { Queryable } from "#app/domain/messages/move.server.ts";
import type { OrgId } from "#app/shared/ids.ts";

/** One message that a dispatcher holds in memory, about to be posted. */
export interface Outgoing {
  id: string;
  campaignId: string | null;
  /** The lease that it came with; null for rows that were claimed one by one. */
  leaseId: string | null;
  type: string;
  recipient: string;
  templateId: string | null;
  variables: Record<string, string> | null;
  body: string | null;
  attempts: number;
  /** How often it was sent again because no answer had come. */
  doubts: number;
  /** What the person wants: promotions too, no promotions, nothing (or the contact is deleted). */
  consent: "granted" | "none" | "stopped";
}

export interface LeasedRange {
  leaseId: string;
  campaignId: string;
  rows: Outgoing[];
}

// The contact by a subquery: it is looked up for each row of a range; a join may read all contacts for every range.
const outgoingColumns = `m.id, m.campaign_id as "campaignId", m.type, m.recipient, m.template_id as "templateId", m.variables, m.body, m.attempts, m.doubts,
  coalesce((select case when c.opted_out_at is null then c.consent else 'stopped' end from contacts c where c.org_id = m.org_id and c.id = m.contact_id), 'stopped') as consent`;

export interface CampaignToSend {
  campaignId: string;
  name: string;
  /** False when every running number has been leased. */
  more: boolean;
  /** No row of it is open any more. */
  done: boolean;
}

/** The campaigns of a number that are being sent, in the order of the lanes: one-time codes, utility, marketing. */
export async function campaignsToSend(
  client: Queryable,
  orgId: OrgId,
  phoneNumberId: string,
): Promise<CampaignToSend[]> {
  const { rows } = await client.query<CampaignToSend>({
    name: "campaigns-to-send",
    text: `select c.id as "campaignId", c.name, c.next_sequence <= c.recipient_count as more,
        case when c.next_sequence <= c.recipient_count then false else not exists (
          select from campaign_totals s where s.org_id = c.org_id and s.campaign_id = c.id and s.state in ('queued', 'unknown') and s.count > 0
        ) end as done
      from campaigns c left join templates t on t.org_id = c.org_id and t.id = c.template_id
      where c.org_id = $1 and c.phone_number_id = $2 and c.status = 'sending'
      order by case t.category when 'AUTHENTICATION' then 0 when 'UTILITY' then 1 else 2 end, c.started_at`,
    values: [orgId, phoneNumberId],
  });
  return rows;
}

/**
 * Takes the next range of running numbers of a campaign that is being sent. The lease is written before any row is
 * read: from then on a row of it that is still `queued` may have been posted. Null when there is nothing to lease now:
 * all is leased, a member is just changing the campaign, or the dispatcher holds the number no more.
 */
export async function leaseRange(
  client: Queryable,
  input: { orgId: OrgId; campaignId: string; size: number; dispatcher: string; leaseId: string },
): Promise<LeasedRange | null> {
  const leased = await client.query<{ from: number; to: number }>({
    name: "lease-range",
    text: `with c as (
        select next_sequence as first, least(next_sequence + $3 - 1, recipient_count) as last from campaigns
        where org_id = $1 and id = $2 and status = 'sending' and next_sequence <= recipient_count
          and exists (select from dispatchers d where d.phone_number_id = campaigns.phone_number_id and d.holder = $5 and d.expires_at > now())
        for update skip locked
      ), u as (update campaigns set next_sequence = c.last + 1 from c where org_id = $1 and id = $2)
      insert into send_leases (org_id, id, campaign_id, from_sequence, to_sequence, dispatcher)
      select $1, $4, $2, first, last, $5 from c
      returning from_sequence as "from", to_sequence as "to"`,
    values: [input.orgId, input.campaignId, input.size, input.leaseId, input.dispatcher],
  });
  const range = leased.rows[0];
  if (!range) return null;
  const { rows } = await client.query<Outgoing>({
    name: "read-range",
    text: `select ${outgoingColumns} from messages m
      where m.org_id = $1 and m.campaign_id = $2 and m.sequence between $3 and $4 and m.state = 'queued' and m.due_at is null
      order by m.sequence`,
    values: [input.orgId, input.campaignId, range.from, range.to],
  });
  for (const row of rows) row.leaseId = input.leaseId;
  return { leaseId: input.leaseId, campaignId: input.campaignId, rows };
}

export const deleteLeases = (client: Queryable, orgId: OrgId, leaseIds: readonly string[]) =>
  client.query({
    name: "delete-leases",
    text: "delete from send_leases where org_id = $1 and id = any($2)",
    values: [orgId, leaseIds],
  });

/** A doubt of days does not wait for days more; whoever still repeats a webhook by then has given it up. */
const longestWait = "6 hours";

/** SQL: webhooks that were taken and not applied yet; those of the last second are on their way. */
export const webhooksWaiting =
  "select from webhook_events where processed_at is null and received_at < now() - interval '1 second'";

/** SQL: no status about message `m` can be expected any more, with the door open since `door` and a grace in seconds. */
export const doubtIsOver = (door: string, grace: string) =>
  `now() - ${door}::timestamptz >= greatest(make_interval(secs => ${grace}), least(${door}::timestamptz - m.in_doubt_since, interval '${longestWait}'))`;

/**
 * Claims rows that are due: single messages, retries, and rows in doubt whose grace has passed. A claimed row is
 * `unknown` until its answer is known, so that a crash never sends it again before the grace time.
 *
 * Whether Meta has a row in doubt only a status can tell, and Meta repeats what it could not deliver with growing gaps:
 * the next try comes at the latest as long after a break as the row was in doubt at its end. So such a row is sent again
 * only when webhooks could be taken without a break for that long and for the grace time, and none waits to be applied.
 */
export async function claimDue(
  client: Queryable,
  input: {
    orgId: OrgId;
    phoneNumberId: string;
    limit: number;
    graceSeconds: number;
    /** Since when webhooks could be taken without a break; null while they cannot. */
    doorOpenSince: Date | null;
    /** Rows that the dispatcher has in memory, at any moment: their claim goes on and is no new doubt, and no result of theirs is overtaken. */
    held: ReadonlySet<string>;
  },
): Promise<Outgoing[]> {
  const { rows } = await client.query<Outgoing>({
    name: "claim-due",
    text: `with backlog as (
        select exists (${webhooksWaiting}) as waiting
      ), due as (
        select m.id, m.state from messages m
        where m.org_id = $1 and m.phone_number_id = $2 and m.due_at <= now() and m.direction = 'out'
          and (m.state = 'queued' and m.id not in (select unnest($6::text[])) or m.state = 'unknown' and not (select waiting from backlog) and ${doubtIsOver("$5", "$4")})
          and (m.campaign_id is null or exists (
            select 1 from campaigns c where c.org_id = m.org_id and c.id = m.campaign_id and c.status = 'sending'))
        order by m.campaign_id is null desc, m.due_at, m.id limit $3 for update of m skip locked
      ), claimed as (
        update messages m set state = 'unknown', due_at = now() + make_interval(secs => $4), in_doubt_since = now(),
          doubts = m.doubts + case when due.state = 'unknown' and m.id not in (select unnest($6::text[])) then 1 else 0 end
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
      select ${outgoingColumns} from claimed m order by m.campaign_id is null desc, m.id`,
    values: [
      input.orgId,
      input.phoneNumberId,
      input.limit,
      input.graceSeconds,
      input.doorOpenSince,
      [...input.held],
    ],
  });
  const claimed = rows.filter((row) => !input.held.has(row.id));
  for (const row of claimed) row.leaseId = null;
  return claimed;
}

/**
 * Takes over what a dead dispatcher of this number left: in its leases every row that is still `queued` may have been
 * posted, so it becomes `unknown` and waits for a status until the grace time ends.
 */
export async function recoverLeases(
  client: Queryable,
  input: { orgId: OrgId; phoneNumberId: string; dispatcher: string; graceSeconds: number },
): Promise<number> {
  const { rows } = await client.query<{ count: number }>({
    name: "recover-leases",
    text: `with dead as (
        select l.id, l.campaign_id, l.from_sequence, l.to_sequence, l.created_at from send_leases l
        join campaigns c on c.org_id = l.org_id and c.id = l.campaign_id
        where l.org_id = $1 and c.phone_number_id = $2 and l.dispatcher <> $3 order by l.id for update of l
      ), open_rows as (
        select m.id, d.created_at as since from messages m join dead d on m.campaign_id = d.campaign_id and m.sequence between d.from_sequence and d.to_sequence
        where m.org_id = $1 and m.state = 'queued' and m.due_at is null order by m.id for update of m
      ), moved as (
        update messages m set state = 'unknown', due_at = now() + make_interval(secs => $4), in_doubt_since = o.since
        from open_rows o where m.org_id = $1 and m.id = o.id returning m.campaign_id
      ), totals as (
        insert into campaign_totals (org_id, campaign_id, state, count)
        select $1, campaign_id, s, sum(delta)::int from (
          select campaign_id, 'queued'::message_state as s, -1 as delta from moved
          union all select campaign_id, 'unknown'::message_state, 1 from moved
        ) d group by campaign_id, s order by campaign_id, s
        on conflict (org_id, campaign_id, state) do update set count = campaign_totals.count + excluded.count
      ), gone as (delete from send_leases l using dead d where l.org_id = $1 and l.id = d.id)
      select count(*)::int as count from moved`,
    values: [input.orgId, input.phoneNumberId, input.dispatcher, input.graceSeconds],
  });
  return rows[0]?.count ?? 0;
}
