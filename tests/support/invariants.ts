import type { Services } from "#app/platform/context.ts";

/** Invariants of the stored data, each as a statement that finds the rows that violate it. */
const breaches = (now: Date): Record<string, string> => ({
  "every journal entry sums to zero in its book": `
    select org_id, entry_id from postings group by 1, 2 having sum(amount_cents) <> 0`,
  "every balance is the sum of its postings": `
    select coalesce(a.org_id, p.org_id), coalesce(a.name, p.account), a.balance_cents, p.cents from ledger_accounts a
    full join (select org_id, account, counterparty, sum(amount_cents) as cents from postings group by 1, 2, 3) p
      on p.org_id = a.org_id and p.account = a.name and p.counterparty = a.counterparty
    where coalesce(a.balance_cents, 0) <> coalesce(p.cents, 0)`,
  "no wallet was ever below zero": `
    select * from (
      select e.org_id, e.created_at, e.id, sum(p.amount_cents) over (partition by e.org_id order by e.created_at, e.kind = 'hold', e.id) as balance
      from journal_entries e join postings p on p.org_id = e.org_id and p.entry_id = e.id and p.account = 'wallet'
    ) w where balance < 0`,
  "what is set aside is what the open messages of the holds cost": `
    select o.id, a.balance_cents, h.cents from organisations o
    left join ledger_accounts a on a.org_id = o.id and a.name = 'held'
    left join (
      select org_id, sum((greatest(0, messages - released_messages - included_messages)
        - greatest(0, settled_messages - included_messages)) * price_cents_per_message) as cents from holds group by 1
    ) h on h.org_id = o.id
    where coalesce(a.balance_cents, 0) <> coalesce(h.cents, 0)`,
  "a hold has settled what was delivered and released what was not": `
    select h.org_id, h.id, h.settled_messages, m.delivered, h.released_messages, m.lost from holds h
    left join lateral (
      select count(*) filter (where state in ('delivered', 'read')) as delivered, count(*) filter (where state in ('failed', 'cancelled')) as lost
      from messages m where m.org_id = h.org_id and (m.campaign_id = h.subject_id or m.id = h.subject_id)
    ) m on true
    where h.settled_messages <> m.delivered or h.released_messages <> m.lost
      or (h.closed_at is null) <> (h.messages > h.settled_messages + h.released_messages)`,
  "a campaign has a hold for each recipient": `
    select c.org_id, c.id, c.recipient_count, h.messages from campaigns c left join holds h on h.org_id = c.org_id and h.id = c.hold_id
    where (c.status <> 'draft' and h.id is null) or (c.recipient_count > 0 and h.messages <> c.recipient_count)`,
  "revenue is what the delivered messages cost, and what was paid of invoices": `
    select o.id, a.cents, h.cents from organisations o
    left join (
      select p.org_id, sum(p.amount_cents) as cents from postings p join journal_entries e on e.org_id = p.org_id and e.id = p.entry_id
      where p.account = 'revenue' and e.kind <> 'invoice_paid' group by 1
    ) a on a.org_id = o.id
    left join (select org_id, sum(greatest(0, settled_messages - included_messages) * price_cents_per_message + sms_cents) as cents from holds group by 1) h
      on h.org_id = o.id
    where coalesce(a.cents, 0) <> coalesce(h.cents, 0)`,
  "a month's usage is that of its holds": `
    select coalesce(u.org_id, h.org_id), coalesce(u.month, h.month), u.included_used, h.used, u.included_held, h.held
    from monthly_usage u full join (
      select org_id, month, sum(least(settled_messages, included_messages)) as used,
        sum(greatest(0, least(included_messages, messages - released_messages) - settled_messages)) as held from holds group by 1, 2
    ) h on h.org_id = u.org_id and h.month = u.month
    where coalesce(u.included_used, 0) <> coalesce(h.used, 0) or coalesce(u.included_held, 0) <> coalesce(h.held, 0)`,
  "the months have counted each delivered message that costs something": `
    select coalesce(u.org_id, m.org_id), coalesce(u.month, m.month), u.delivered, m.delivered from (
      select org_id, month, sum(delivered) as delivered from monthly_usage where delivered <> 0 group by 1, 2
    ) u full join (
      select m.org_id, to_char(m.delivered_at at time zone 'Africa/Nairobi', 'YYYY-MM') as month, count(*) as delivered
      from messages m join holds h on h.org_id = m.org_id and h.subject_id = coalesce(m.campaign_id, m.id)
      where m.state in ('delivered', 'read') and m.fallback is distinct from 'sms' group by 1, 2
    ) m on m.org_id = u.org_id and m.month = u.month
    where coalesce(u.delivered, 0) <> coalesce(m.delivered, 0)`,
  "a campaign's totals are its rows": `
    select coalesce(t.campaign_id, m.campaign_id), coalesce(t.state, m.state), t.count, m.count
    from (select * from campaign_totals where count <> 0) t full join (
      select org_id, campaign_id, state, count(*) from messages where campaign_id is not null group by 1, 2, 3
    ) m on m.org_id = t.org_id and m.campaign_id = t.campaign_id and m.state = t.state
    where t.count is distinct from m.count`,
  "a campaign's recipients are numbered from one, and none is open once it has ended": `
    select c.org_id, c.id from campaigns c left join messages m on m.org_id = c.org_id and m.campaign_id = c.id
    group by c.org_id, c.id
    having count(m.id) <> c.recipient_count or coalesce(max(m.sequence), 0) <> c.recipient_count or count(distinct m.contact_id) <> c.recipient_count
      or (c.status in ('completed', 'cancelled') and count(*) filter (where m.state in ('queued', 'unknown')) > 0)
      or count(*) filter (where m.sequence >= c.next_sequence and m.state <> 'queued') > 0
      or count(*) filter (where m.sequence < c.next_sequence and m.state = 'queued') > 0`,
  "the hourly totals are the messages": `
    select coalesce(t.org_id, m.org_id), coalesce(t.hour, m.hour), coalesce(t.direction, m.direction), coalesce(t.state, m.state), t.count, m.count
    from (select * from hourly_totals where count <> 0) t full join (
      select m.org_id, date_trunc('hour', r.at) as hour, m.direction, r.state::message_state as state, count(*)
      from messages m cross join lateral (
        select 'accepted' as state, m.accepted_at as at where m.direction = 'out' and m.state between 'accepted' and 'read'
        union all select 'sent', m.sent_at where m.direction = 'out' and m.state between 'sent' and 'read'
        union all select 'delivered', m.delivered_at where m.state in ('delivered', 'read')
        union all select 'read', m.read_at where m.direction = 'out' and m.state = 'read'
        union all select 'failed', m.failed_at where m.state = 'failed'
      ) r group by 1, 2, 3, 4
    ) m on m.org_id = t.org_id and m.hour = t.hour and m.direction = t.direction and m.state = t.state
    where t.count is distinct from m.count`,
  "the platform's hourly totals are those of its organisations": `
    select coalesce(p.hour, t.hour), p.direction, p.state, p.count, t.count from (select * from platform_hours where count <> 0) p full join (
      select hour, direction, state::text as state, sum(count) as count from hourly_totals where count <> 0 group by 1, 2, 3
    ) t on t.hour = p.hour and t.direction = p.direction and t.state = p.state
    where p.count is distinct from t.count`,
  "a day's revenue is that of its postings": `
    select coalesce(d.org_id, p.org_id), coalesce(d.day, p.day), d.amount_cents, p.cents from revenue_days d full join (
      select p.org_id, (e.created_at at time zone 'Africa/Nairobi')::date as day, sum(p.amount_cents) as cents
      from postings p join journal_entries e on e.org_id = p.org_id and e.id = p.entry_id where p.account = 'revenue' group by 1, 2
    ) p on p.org_id = d.org_id and p.day = d.day
    where coalesce(d.amount_cents, 0) <> coalesce(p.cents, 0)`,
  "a conversation shows its last message": `
    select v.org_id, v.id, v.last_message_at, l.said_at, v.last_message, l.body from conversations v cross join lateral (
      select m.id, m.body, date_trunc('milliseconds', m.created_at) as said_at
      from messages m where m.org_id = v.org_id and m.contact_id = v.contact_id and m.phone_number_id = v.phone_number_id
        and m.campaign_id is null order by said_at desc, m.id desc limit 1
    ) l
    where date_trunc('milliseconds', v.last_message_at) <> l.said_at
      or v.last_message <> left(btrim(regexp_replace(l.body, '\\s+', ' ', 'g')), 200)`,
  "what is unread was written after the last answer": `
    select v.org_id, v.id, v.unread, m.waiting from conversations v cross join lateral (
      select count(*) filter (where m.direction = 'in' and m.created_at > coalesce((
        select max(o.created_at) from messages o where o.org_id = v.org_id and o.contact_id = v.contact_id
          and o.phone_number_id = v.phone_number_id and o.direction = 'out' and o.campaign_id is null), '-infinity')) as waiting,
        max(m.created_at) filter (where m.direction = 'in') as wrote_at
      from messages m where m.org_id = v.org_id and m.contact_id = v.contact_id and m.phone_number_id = v.phone_number_id
    ) m
    where v.unread > m.waiting or v.window_ends_at is distinct from m.wrote_at + interval '24 hours'`,
  "who was written to or wrote singly has a conversation": `
    select m.org_id, m.id from messages m where m.campaign_id is null and m.contact_id is not null and not exists (
      select from conversations v where v.org_id = m.org_id and v.contact_id = m.contact_id and v.phone_number_id = m.phone_number_id)`,
  "a message's times follow each other and are not ahead": `
    select org_id, id, state from messages where accepted_at > sent_at or sent_at > delivered_at or delivered_at > read_at
      or greatest(accepted_at, sent_at, delivered_at, read_at, failed_at) > timestamptz '${now.toISOString()}' + interval '1 hour'
      or (state in ('accepted', 'sent', 'delivered', 'read') and direction = 'out' and (accepted_at is null or wamid is null))`,
  "nobody got marketing without consent, and nobody anything after they opted out": `
    select m.org_id, m.id from messages m join contacts c on c.org_id = m.org_id and c.id = m.contact_id
      join campaigns p on p.org_id = m.org_id and p.id = m.campaign_id join templates t on t.org_id = m.org_id and t.id = m.template_id
    where c.opted_out_at < p.started_at or (t.category = 'MARKETING' and c.consent = 'none' and c.opted_out_at is null)`,
});

/** The violated invariants, each with its first rows. */
export async function brokenInvariants({
  db,
  clock,
}: Pick<Services, "db" | "clock">): Promise<Record<string, unknown[]>> {
  const broken: Record<string, unknown[]> = {};
  for (const [rule, text] of Object.entries(breaches(clock.now()))) {
    const { rows } = await db.system.query(`${text} limit 3`);
    if (rows.length > 0) broken[rule] = rows;
  }
  return broken;
}
