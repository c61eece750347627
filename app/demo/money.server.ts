import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { DemoOrganisation } from "./organisations.server.ts";

/** A wallet is topped up before it falls below this amount; KES cents. */
const reserveCents = 600_000;
const smallReserveCents = 20_000;
/** With the check letter that belongs to its digits. */
const paybillAccount = "4821937G";

/**
 * Holds, and their journal: reserved for each send, charged for delivered messages and released for others,
 * after the top-ups that funded it. Messages included in the plan cost nothing.
 */
export async function loadMoney(tx: Tx, now: Date, demo: readonly DemoOrganisation[]): Promise<void> {
  const client = clientOf(tx);
  const payers = demo.map(({ orgId, number, billingType, createdAt }) => ({
    orgId,
    createdAt,
    isPrepaid: billingType === "prepaid",
    paysByMpesa: number === 0,
    topUpCents: number === 0 ? 1_000_000 : 100_000,
    reserveCents: number === 0 ? reserveCents : smallReserveCents,
  }));
  await client.query({ text: payerTable, values: [JSON.stringify(payers)] });
  await client.query({ text: insertHolds });
  await client.query({
    text: "update campaigns c set hold_id = h.id from holds h where h.org_id = c.org_id and h.subject_id = c.id",
  });
  await client.query({ text: entryTable, values: [now] });
  // In chronological order: no wallet was ever below zero.
  await client.query({
    text: `select count(demo_load.demo_book(org_id, id, kind, about, reference, at,
        jsonb_build_object('funding', funding, 'held', held, 'revenue', revenue, 'wallet', wallet), 'mpesa_clearing'))
      from (select * from demo_entries order by org_id, at, place, id) e`,
  });
  await client.query({ text: insertReceipts, values: [demo[0]!.orgId, paybillAccount] });
  await client.query({ text: insertUsage });
}

const payerTable = `
  create unlogged table demo_load.demo_payers as
  select * from jsonb_to_recordset($1::jsonb) as p("orgId" text, "createdAt" timestamptz, "isPrepaid" bool, "paysByMpesa" bool, "topUpCents" bigint, "reserveCents" bigint)`;

/** One per started or scheduled campaign, and one per template sent singly. */
const insertHolds = `
  insert into holds (org_id, id, subject_id, messages, included_messages, month, price_cents_per_message, settled_messages, released_messages,
    created_at, closed_at)
  with planned as (
    select campaign_id, count(*)::int as messages from demo_recipients group by 1
  ), outcomes as (
    select coalesce(campaign_id, id) as subject_id, count(*) filter (where state in ('delivered', 'read'))::int as settled,
      count(*) filter (where state in ('failed', 'cancelled'))::int as released,
      max(greatest(delivered_at, failed_at, accepted_at)) as last_at
    from messages where direction = 'out' and (campaign_id is not null or template_id is not null) group by 1
  ), subjects as (
    select c.org_id, c.id, p.messages, coalesce(c.started_at, c.scheduled_for) as sent_at, coalesce(c.started_at, c.created_at) as held_at
    from campaigns c join planned p on p.campaign_id = c.id where c.status <> 'draft'
    union all
    select org_id, id, 1, created_at, created_at from messages where campaign_id is null and template_id is not null
  )
  select s.org_id, demo_load.demo_id('hld', s.id, s.held_at), s.id, s.messages, case when y."isPrepaid" then 0 else s.messages end,
    to_char(s.sent_at at time zone 'Africa/Nairobi', 'YYYY-MM'), 200, coalesce(o.settled, 0), coalesce(o.released, 0), s.held_at,
    case when coalesce(o.settled + o.released, 0) = s.messages then o.last_at end
  from subjects s join demo_payers y on y."orgId" = s.org_id left join outcomes o on o.subject_id = s.id`;

/** Top-ups come half an hour before the send that needs them; delivered messages are settled day by day. */
const entryTable = `
  create unlogged table demo_load.demo_entries as
  with priced as (
    select h.*, (h.messages - h.included_messages) * 200::bigint as total, case when h.included_messages = 0 then 200 else 0 end as price,
      case when c.id is null then jsonb_build_object('code', 'hold.message', 'template', t.name)
        else jsonb_build_object('code', 'hold.campaign', 'campaign', c.name, 'messages', h.messages) end as about
    from holds h left join campaigns c on c.org_id = h.org_id and c.id = h.subject_id
      left join messages m on m.org_id = h.org_id and m.id = h.subject_id
      left join templates t on t.org_id = m.org_id and t.id = m.template_id
  ), running as (
    select p.*, y."topUpCents" as step, y."paysByMpesa" as is_mpesa, 'T' || upper(left(md5(p.id), 9)) as receipt, ceil((sum(p.total) over spent + y."reserveCents") / y."topUpCents"::numeric)::int as needed
    from priced p join demo_payers y on y."orgId" = p.org_id where y."isPrepaid"
    window spent as (partition by p.org_id order by p.created_at, p.id)
  ), filled as (
    select *, needed - coalesce(lag(needed) over (partition by org_id order by created_at, id), 0) as top_ups from running
  ), settled as (
    select coalesce(m.campaign_id, m.id) as subject_id, (m.delivered_at at time zone 'Africa/Nairobi')::date as day, max(m.delivered_at) as at,
      count(*)::int as count
    from messages m where m.direction = 'out' and m.state in ('delivered', 'read') and (m.campaign_id is not null or m.template_id is not null)
    group by 1, 2
  ), entries as (
    select org_id, 0 as place, created_at - interval '30 minutes' as at, 'top_up' as kind,
      case when is_mpesa then jsonb_build_object('code', 'payment.to_wallet', 'method', 'mpesa', 'receipt', receipt)
        else '{"code": "credit.test"}' end as about,
      case when is_mpesa then 'mpesa:' || receipt else 'demo:top-up:' || id end as reference,
      case when is_mpesa then -step * top_ups else 0 end as clearing,
      case when is_mpesa then 0 else -step * top_ups end as funding, 0::bigint as held, 0::bigint as revenue, step * top_ups as wallet, 0 as count, null as month
    from filled where top_ups > 0
    union all
    select org_id, 1, created_at, 'hold', about, 'hold:' || id, 0, 0, total, 0, -total, 0, null from priced
    union all
    select p.org_id, 2, s.at, 'settle', jsonb_build_object('code', 'messages.delivered', 'messages', s.count, 'subject', p.subject_id),
      'demo:delivered:' || p.id || ':' || s.day, 0, 0, -s.count * price::bigint, s.count * price::bigint, 0, s.count,
      to_char(s.at at time zone 'Africa/Nairobi', 'YYYY-MM')
    from priced p join settled s on s.subject_id = p.subject_id
    union all
    select p.org_id, 3, coalesce(c.completed_at, $1), 'release',
      jsonb_build_object('code', 'messages.not_delivered', 'messages', released_messages),
      'finish:' || p.subject_id, 0, 0, -released_messages * price::bigint, 0, released_messages * price::bigint, 0, null
    from priced p join campaigns c on c.org_id = p.org_id and c.id = p.subject_id where released_messages > 0
  )
  select *, demo_load.demo_id('jrn', reference, at) as id from entries`;

/** The shop's payments to the platform's paybill, with its account number. */
const insertReceipts = `
  with account as (
    insert into billing_accounts (org_id, account_number) values ($1, $2) returning account_number
  )
  insert into mpesa_receipts (receipt, org_id, amount_cents, account, payer, paid_at, state, created_at)
  select about ->> 'receipt', org_id, wallet, account_number, '2547****000', at, 'credited', at
  from demo_entries cross join account where clearing <> 0`;

const insertUsage = `
  insert into monthly_usage (org_id, month, included_used, included_held, delivered)
  select org_id, month, sum(used), sum(held), sum(delivered) from (
    select org_id, month, least(settled_messages, included_messages) as used,
      case when included_messages > 0 then messages - settled_messages - released_messages else 0 end as held, 0 as delivered from holds
    union all select org_id, month, 0, 0, count from demo_entries where kind = 'settle'
  ) u group by 1, 2`;
