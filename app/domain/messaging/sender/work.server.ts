import type { Queryable } from "#app/db/client.server.ts";
import { isQuiet, mayLeaseAt, pacedSince } from "#app/domain/messaging/campaigns/toSend.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

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
  /** What an interactive message consists of; null for all others. */
  payload: object | null;
  attempts: number;
  /** How often it was sent again because no answer had come. */
  doubts: number;
  /** The person's consent: promotions too, no promotions, or nothing (also when the contact is deleted). */
  consent: "granted" | "none" | "stopped";
}

export interface LeasedRange {
  leaseId: string;
  campaignId: string;
  rows: Outgoing[];
  /** The next range may be leased at once. */
  more: boolean;
}

export const outgoingColumns = `m.id, m.campaign_id as "campaignId", m.contact_id as "contactId", m.type, m.recipient, m.template_id as "templateId", m.variables,
  m.body, m.payload, m.attempts, m.doubts`;

export type Read = Omit<Outgoing, "leaseId" | "consent"> & { contactId: string | null };

/**
 * Adds each person's consent. A separate statement, which PostgreSQL plans for the ids at hand: looked up row
 * by row, with statistics from before a large import, each lookup may read all contacts of the organisation.
 */
export async function withConsent(
  client: Queryable,
  orgId: OrgId,
  leaseId: string | null,
  rows: readonly Read[],
): Promise<Outgoing[]> {
  if (rows.length === 0) return [];
  const found = await client.query<{ id: string; consent: Outgoing["consent"] }>({
    text: `select id, case when opted_out_at is null then consent else 'stopped' end as consent from contacts
      where org_id = $1 and id = any($2)`,
    values: [orgId, [...new Set(rows.flatMap(({ contactId }) => contactId ?? []))]],
  });
  const consents = new Map(found.rows.map(({ id, consent }) => [id, consent]));
  return rows.map(({ contactId, ...row }) => ({
    ...row,
    leaseId,
    consent: (contactId === null ? undefined : consents.get(contactId)) ?? "stopped",
  }));
}

/** What has just become due may not have been claimed yet. */
const justDue = "now() - interval '2 seconds'";

/** Milliseconds until the next row of a number is due, of single messages and of campaigns that are being sent; null when none is. */
export async function nextDueMs(
  client: Queryable,
  orgId: OrgId,
  phoneNumberId: string,
): Promise<number | null> {
  const next = (campaign: string) => `select m.due_at from messages m
    where m.org_id = $1 and m.phone_number_id = $2 and m.campaign_id ${campaign} and m.due_at > ${justDue} order by m.due_at limit 1`;
  const { rows } = await client.query<{ ms: number | null }>({
    name: "next-due",
    text: `select (extract(epoch from least((${next("is null")}), (
        select min(d.due_at) from campaigns c cross join lateral (${next("= c.id")}) d
        where c.org_id = $1 and c.phone_number_id = $2 and c.status = 'sending'
      )) - now()) * 1000)::float8 as ms`,
    values: [orgId, phoneNumberId],
  });
  return rows[0]!.ms;
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
  const leased = await client.query<{ from: number; to: number; more: boolean }>({
    name: "lease-range",
    text: `with c as (
        select next_sequence as first, pace_gap_seconds as gap, ${pacedSince("c")} as since, least(recipient_count, limit_through) as through,
          least(next_sequence + $3 - 1, recipient_count, limit_through, case when pace_gap_seconds is not null then
            next_sequence - 1 + greatest(1, floor(extract(epoch from now() - ${pacedSince("c")}) / pace_gap_seconds))::int end) as last
        from campaigns c
        where org_id = $1 and id = $2 and status = 'sending' and next_sequence <= least(recipient_count, limit_through)
          and ${mayLeaseAt("c")} <= now() and not ${isQuiet}
          and exists (select 1 from dispatchers d where d.phone_number_id = c.phone_number_id and d.holder = $5 and d.expires_at > now())
        for update skip locked
      ), u as (
        update campaigns set next_sequence = c.last + 1, paced_at = c.since + make_interval(secs => (c.last - c.first + 1) * c.gap)
        from c where org_id = $1 and id = $2
      )
      insert into send_leases (org_id, id, campaign_id, from_sequence, to_sequence, dispatcher)
      select $1, $4, $2, first, last, $5 from c
      returning from_sequence as "from", to_sequence as "to", (select gap is null and last < through from c) as more`,
    values: [input.orgId, input.campaignId, input.size, input.leaseId, input.dispatcher],
  });
  const range = leased.rows[0];
  if (!range) return null;
  const { rows } = await client.query<Read>({
    name: "read-range",
    text: `select ${outgoingColumns} from messages m
      where m.org_id = $1 and m.campaign_id = $2 and m.sequence between $3 and $4 and m.state = 'queued' and m.due_at is null
      order by m.sequence`,
    values: [input.orgId, input.campaignId, range.from, range.to],
  });
  return {
    leaseId: input.leaseId,
    campaignId: input.campaignId,
    more: range.more,
    rows: await withConsent(client, input.orgId, input.leaseId, rows),
  };
}

/**
 * Ends leases of a dispatcher and returns those that were still valid. Recovering a lease locks it first: a
 * missing one has been recovered, and the rows of a valid one are in no other hands.
 */
export async function endLeases(
  client: Queryable,
  { orgId, endedLeases, holder }: { orgId: OrgId; endedLeases: readonly string[]; holder: string },
): Promise<Set<string>> {
  if (endedLeases.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>({
    name: "end-leases",
    text: "delete from send_leases where org_id = $1 and id = any($2) and dispatcher = $3 returning id",
    values: [orgId, endedLeases, holder],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Which of the numbers have leases that their holder did not make. */
export async function numbersLeftBehind(
  client: Queryable,
  holds: readonly { phoneNumberId: string; holder: string }[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ phoneNumberId: string }>({
    name: "numbers-left-behind",
    text: `select distinct c.phone_number_id as "phoneNumberId"
      from send_leases l join campaigns c on c.org_id = l.org_id and c.id = l.campaign_id
      where c.phone_number_id = any($1) and l.dispatcher <> all($2)`,
    values: [holds.map(({ phoneNumberId }) => phoneNumberId), holds.map(({ holder }) => holder)],
  });
  return new Set(rows.map(({ phoneNumberId }) => phoneNumberId));
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
        join campaigns c on c.org_id = $1 and c.id = l.campaign_id
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
