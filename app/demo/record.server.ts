import { clientOf, type Tx } from "#app/db/client.server.ts";
import { accountCreated, emailVerified, signedIn } from "#app/domain/accounts/events.ts";
import { contactOptedOut } from "#app/domain/contacts/events.ts";
import {
  campaignCancelled,
  campaignCompleted,
  campaignDrafted,
  campaignScheduled,
  campaignSending,
  campaignStarted,
  campaignStopped,
  conversationSnoozed,
  messageReceived,
  messageScheduled,
  satisfactionAnswered,
} from "#app/domain/messaging/events.ts";
import { paymentReceived, testCreditAdded } from "#app/domain/money/events.ts";
import { memberJoined } from "#app/domain/organisations/events.ts";
import type { EventType } from "#app/domain/record/eventType.ts";
import {
  orderCancelled,
  orderConfirmed,
  orderCreated,
  orderDelivered,
  orderPacked,
  orderPaid,
} from "#app/domain/sales/events.ts";
import {
  templateCategoryAnnounced,
  templateCategoryChanged,
  templateCreated,
  templateQualityChanged,
  templateReviewed,
  templateSubmitted,
  whatsappConnected,
} from "#app/domain/whatsapp/events.ts";
import { subjectKindOf } from "#app/platform/ids.ts";
import type { DemoOrganisation } from "./organisations.server.ts";

const types: readonly EventType[] = [
  accountCreated,
  emailVerified,
  memberJoined,
  signedIn,
  whatsappConnected,
  templateCategoryAnnounced,
  templateCategoryChanged,
  templateCreated,
  templateQualityChanged,
  templateReviewed,
  templateSubmitted,
  campaignDrafted,
  campaignScheduled,
  campaignStarted,
  campaignSending,
  campaignCompleted,
  campaignStopped,
  campaignCancelled,
  messageReceived,
  satisfactionAnswered,
  messageScheduled,
  testCreditAdded,
  paymentReceived,
  contactOptedOut,
  conversationSnoozed,
  orderCreated,
  orderConfirmed,
  orderPaid,
  orderPacked,
  orderDelivered,
  orderCancelled,
];

const subjectKinds = Object.fromEntries(
  ["usr", "wac", "tpl", "cmp", "cnv", "con", "ord"].map((prefix) => [prefix, subjectKindOf(`${prefix}_`)]),
);

/**
 * The recorded events of everything loaded, and their notifications. Nothing else of the demo writes events.
 */
export async function loadRecord(tx: Tx, now: Date, demo: readonly DemoOrganisation[]): Promise<void> {
  const client = clientOf(tx);
  const people = demo.map(({ orgId, number, memberIds }) => ({ orgId, number, memberIds }));
  const notifying = types.filter(({ bell }) => bell).map(({ name }) => name);
  await client.query({
    text: insertEvents,
    values: [
      JSON.stringify(people),
      now,
      JSON.stringify(types.map(({ name, type, status }) => ({ name, type, status }))),
      JSON.stringify(subjectKinds),
    ],
  });
  await client.query({ text: insertNotifications, values: [now, notifying, messageReceived.name] });
}

/** SQL: Meta's current price of a message of a category in Kenya, in KES cents. */
const costOf = (category: string) => `(
  select round(r.micro_usd::numeric * x.kes_per_usd_e4 / 100000000)::int from meta_rates r, exchange_rates x
  where r.category = lower(${category}) and r.market = (
    select market from meta_markets where starts_with('+254', prefix) order by length(prefix) desc, effective_from desc limit 1)
  order by r.effective_from desc, x.effective_from desc limit 1)`;

/** `by` is a member, `meta` or `payments`, or the name of a job; `act` groups several. */
const insertEvents = `
  insert into events (org_id, id, name, type, status, subject_kind, subject_id, actor_kind, actor_id, data, correlation_id,
    ip_address, user_agent, at)
  with people as (
    select * from jsonb_to_recordset($1::jsonb) as p("orgId" text, number int, "memberIds" text[])
  ), deeds as (
    select m.org_id, u.created_at as at, '${accountCreated.name}' as name, null as status, u.id as subject_id, u.id as by, null as act,
      jsonb_build_object('email', u.email, 'organisation', o.name) as data
    from members m join users u on u.id = m.user_id join organisations o on o.id = m.org_id where m.role = 'owner'
    union all
    select m.org_id, u.created_at, '${memberJoined.name}', null, u.id, u.id, null, jsonb_build_object('email', u.email, 'role', m.role)
    from members m join users u on u.id = m.user_id where m.role <> 'owner'
    union all
    select m.org_id, u.created_at + interval '3 minutes', '${emailVerified.name}', null, u.id, u.id, null,
      jsonb_build_object('email', u.email, 'choosesPassword', false)
    from members m join users u on u.id = m.user_id where u.is_verified and m.role = 'owner'
    union all
    select a.org_id, a.connected_at, '${whatsappConnected.name}', null, a.id, p."memberIds"[1], null,
      jsonb_build_object('account', a.name, 'wabaId', a.waba_id, 'problems', '[]'::jsonb)
    from whatsapp_accounts a join people p on p."orgId" = a.org_id
    union all
    select org_id, submitted_at, '${templateCreated.name}', null, id, created_by, id, jsonb_build_object('name', name, 'language', language)
    from templates
    union all
    select org_id, status_changed_at, '${templateReviewed.name}',
      case status when 'APPROVED' then 'success' when 'PAUSED' then 'warning' else 'error' end, id, 'meta', id,
      jsonb_build_object('name', name, 'language', language, 'status', status, 'reason', rejection_reason)
    from templates where status <> 'PENDING'
    union all
    select org_id, submitted_at + interval '2 seconds', '${templateSubmitted.name}', null, id, created_by, id,
      jsonb_build_object('name', name, 'language', language)
    from templates
    union all
    select org_id, submitted_at + interval '3 hours', '${templateReviewed.name}', 'success', id, 'meta', id,
      jsonb_build_object('name', name, 'language', language, 'status', 'APPROVED', 'reason', null)
    from templates where status in ('PAUSED', 'DISABLED')
    union all
    select org_id, status_changed_at - interval '1 day', '${templateQualityChanged.name}', 'error', id, 'meta', id,
      jsonb_build_object('name', name, 'language', language, 'was', 'YELLOW', 'quality', 'RED')
    from templates where status in ('PAUSED', 'DISABLED')
    union all
    select org_id, category_changed_at, '${templateCategoryChanged.name}', 'warning', id, 'meta', id,
      jsonb_build_object('name', name, 'language', language, 'was', previous_category, 'category', category,
        'wasCents', ${costOf("previous_category")}, 'cents', ${costOf("category")})
    from templates where category_changed_at is not null
    union all
    select org_id, submitted_at + interval '69 days', '${templateCategoryAnnounced.name}', 'warning', id, 'meta', id,
      jsonb_build_object('name', name, 'language', language, 'was', category, 'category', correct_category,
        'wasCents', ${costOf("category")}, 'cents', ${costOf("correct_category")})
    from templates where correct_category is not null
    union all
    select org_id, created_at, '${campaignDrafted.name}', null, id, created_by, id, jsonb_build_object('campaign', name)
    from campaigns where kind = 'campaign' or status <> 'completed'
    union all
    select c.org_id, coalesce(c.started_at, c.created_at + interval '4 minutes'),
      case when c.status = 'scheduled' then '${campaignScheduled.name}' else '${campaignStarted.name}' end, null, c.id, c.created_by, c.id,
      jsonb_build_object('campaign', c.name, 'recipients', h.messages,
        'totalCents', (h.messages - h.included_messages) * h.price_cents_per_message)
    from campaigns c join holds h on h.org_id = c.org_id and h.subject_id = c.id
    union all
    select org_id, started_at + interval '1 second', '${campaignSending.name}', null, id, 'prepare-campaign', id,
      jsonb_build_object('campaign', name, 'recipients', recipient_count)
    from campaigns where started_at is not null
    union all
    select c.org_id, c.completed_at, '${campaignCompleted.name}', case when h.released_messages > 0 then 'warning' end, c.id, 'sender', c.id,
      jsonb_build_object('campaign', c.name, 'recipients', c.recipient_count, 'failed', h.released_messages)
    from campaigns c join holds h on h.org_id = c.org_id and h.subject_id = c.id where c.status = 'completed'
    union all
    select org_id, updated_at, '${campaignStopped.name}', null, id, 'sender', id, jsonb_build_object('campaign', name, 'reason', status_reason)
    from campaigns where status = 'paused'
    union all
    select c.org_id, c.updated_at, '${campaignCancelled.name}', null, c.id, c.created_by, c.id,
      jsonb_build_object('campaign', c.name, 'reason', c.status_reason, 'progress', 'during', 'notSent', t.count)
    from campaigns c join campaign_totals t on t.org_id = c.org_id and t.campaign_id = c.id and t.state = 'cancelled' where c.status = 'cancelled'
    union all
    select v.org_id, m.created_at, '${messageReceived.name}', null, v.id, 'meta', null,
      jsonb_build_object('messageId', m.id, 'contactId', c.id, 'contact', c.name, 'phone', c.phone, 'excerpt', left(m.body, 120))
    from conversations v join contacts c on c.org_id = v.org_id and c.id = v.contact_id
      cross join lateral (
        select * from messages m where m.org_id = v.org_id and m.contact_id = v.contact_id and m.phone_number_id = v.phone_number_id
          and m.direction = 'in' order by m.id desc limit 1
      ) m where v.unread > 0
    union all
    select v.org_id, v.updated_at, '${conversationSnoozed.name}', null, v.id, v.snoozed_by, null,
      jsonb_build_object('contact', c.name, 'until', to_char(v.snoozed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    from conversations v join contacts c on c.org_id = v.org_id and c.id = v.contact_id where v.state = 'snoozed'
    union all
    select r.org_id, r.answered_at, '${satisfactionAnswered.name}', null, v.id, 'meta', null,
      jsonb_build_object('contact', c.name, 'score', r.score)
    from satisfaction_requests r join conversations v on v.org_id = r.org_id and v.id = r.conversation_id
      join contacts c on c.org_id = v.org_id and c.id = v.contact_id where r.score is not null
    union all
    select s.org_id, s.created_at, '${messageScheduled.name}', null, s.conversation_id, s.author_user_id, null,
      jsonb_build_object('contact', c.name, 'sendAt', to_char(s.send_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    from scheduled_messages s join conversations v on v.org_id = s.org_id and v.id = s.conversation_id
      join contacts c on c.org_id = v.org_id and c.id = v.contact_id
    union all
    select e.org_id, e.at, '${testCreditAdded.name}', null, null, p."memberIds"[1], null, jsonb_build_object('amountCents', e.wallet)
    from demo_entries e join people p on p."orgId" = e.org_id where e.kind = 'top_up' and e.clearing = 0
    union all
    select org_id, at, '${paymentReceived.name}', null, null, 'payments', null, jsonb_build_object('method', 'mpesa',
      'receipt', about ->> 'receipt', 'walletCents', wallet, 'invoiceCents', 0, 'invoiceNumber', null)
    from demo_entries where clearing <> 0
    union all
    select org_id, opted_out_at, '${contactOptedOut.name}', null, id, 'meta', null,
      jsonb_build_object('name', name, 'phone', phone, 'source', consent_source)
    from contacts where opted_out_at is not null
    union all
    select o.org_id, o.created_at + e.after, e.name, null, o.id, case when e.by = 'meta' and o.source <> 'cart' then p."memberIds"[1] else e.by end, o.id,
      jsonb_build_object('contactId', c.id, 'contact', c.name, 'phone', c.phone, 'number', o.number, 'amountCents', o.total_cents, 'source', o.source)
        || case e.name when '${orderPaid.name}' then jsonb_build_object('receipt', t.receipt) else '{}' end
    from orders o join people p on p."orgId" = o.org_id join contacts c on c.org_id = o.org_id and c.id = o.contact_id
      cross join lateral (values ('${orderCreated.name}', interval '0', array['draft', 'waiting', 'paid', 'packed', 'delivered', 'cancelled'], 'meta'),
        ('${orderConfirmed.name}', interval '4 minutes', array['waiting', 'paid', 'packed', 'delivered'], p."memberIds"[1]),
        ('${orderPaid.name}', interval '12 minutes', array['paid', 'packed', 'delivered'], 'payments'),
        ('${orderPacked.name}', interval '40 minutes', array['packed', 'delivered'], p."memberIds"[2]),
        ('${orderDelivered.name}', interval '3 hours', array['delivered'], p."memberIds"[2]),
        ('${orderCancelled.name}', interval '20 minutes', array['cancelled'], p."memberIds"[1])) as e(name, after, states, by)
      left join payment_requests r on r.org_id = o.org_id and r.source_id = o.id
      left join payment_allocations a on a.org_id = o.org_id and a.target_id = r.id
      left join till_payments t on t.org_id = o.org_id and t.id = a.payment_id
    where o.state = any(e.states)
    union all
    select p."orgId", d.day + make_interval(secs => (7.5 + 3 * demo_load.demo_chance('in' || person || d.day)) * 3600), '${signedIn.name}', null,
      person, person, null, jsonb_build_object('email', u.email, 'secondFactor', 'none')
    from people p cross join unnest(p."memberIds") person join users u on u.id = person
      cross join generate_series(date_trunc('day', $2::timestamptz at time zone 'Africa/Nairobi') - interval '59 days',
        date_trunc('day', $2::timestamptz at time zone 'Africa/Nairobi'), interval '1 day') as l(local)
      cross join lateral (select l.local at time zone 'Africa/Nairobi' as day) d
    where p.number = 0 and demo_load.demo_chance('works' || person || d.day) < 0.7 and u.created_at < d.day
  )
  select org_id, demo_load.demo_id('evt', name || coalesce(subject_id, org_id), at), name, t.type, coalesce(d.status, t.status),
    $4::jsonb ->> split_part(subject_id, '_', 1), subject_id, case when by like 'usr\\_%' then 'member' when by in ('meta', 'payments') then 'webhook' else 'job' end,
    by, data, act,
    case when by like 'usr\\_%' then '41.90.' || floor(demo_load.demo_chance('ip' || by) * 250)::int || '.' || floor(demo_load.demo_chance('host' || by) * 250)::int end,
    case when by like 'usr\\_%' then 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36' end,
    at
  from deeds d join jsonb_to_recordset($3::jsonb) as t(name text, type text, status text) using (name) where at <= $2`;

/**
 * To everyone of the organisation except the actor. Those older than half a day are read; customers' messages
 * wait for a reply.
 */
const insertNotifications = `
  insert into notifications (org_id, id, user_id, event_id, subject_id, created_at, read_at)
  select e.org_id, demo_load.demo_id('ntf', m.user_id || e.id, e.at), m.user_id, e.id, e.subject_id, e.at,
    case when e.name <> $3 and e.at < $1::timestamptz - interval '12 hours' then e.at + interval '3 hours' end
  from events e join members m on m.org_id = e.org_id and m.created_at < e.at and m.user_id <> e.actor_id
  where e.name = any($2)
  on conflict on constraint notifications_once do update set read_at = excluded.read_at`;
