import type { Ground } from "./ground.ts";

interface Size {
  organisations: number;
  messages: number;
}

/** Rows for one statement; more would hold too much in memory. */
const messagesAtOnce = 500_000;

/** A platform at work, by SQL: `$1` organisations, of which the first few have most of the messages. */
const statements = [
  `insert into users (id, email, first_name, last_name, password_hash, usertype, account_status, is_verified, created_at)
    select 'usr_' || n, 'info' || n || '@duka' || n || '.test', 'Asha', 'Mwangi ' || n, 'none', 'individual', 'active', n % 17 <> 0,
      now() - (n % 700) * interval '1 day' from generate_series(1, $1::int) n`,
  `insert into users (id, email, first_name, password_hash, usertype, staff_role, account_status, is_verified)
    values ('usr_staff', 'staff@tarishi.test', 'Juma', 'none', 'admin', 'owner', 'active', $1::int > 0)`,
  `insert into organisations (id, name, plan_type, billing_type, message_limit, created_at)
    select 'org_' || n, 'Duka ' || n, (array['Starter', 'Growth', 'Enterprise'])[1 + n % 3], (array['prepaid', 'postpaid'])[1 + n % 2],
      (array[1000, 10000, 100000])[1 + n % 3], now() - (n % 700) * interval '1 day' from generate_series(1, $1::int) n`,
  `insert into members (org_id, user_id, role, created_at)
    select 'org_' || n, 'usr_' || n, 'owner', now() - (n % 700) * interval '1 day' from generate_series(1, $1::int) n`,
  `insert into suspensions (org_id, id, level, reason, started_by, started_at)
    select 'org_' || n, 'sus_' || n, 'sends', 'Complaints', 'usr_staff', now() - interval '3 days' from generate_series(1, $1::int, 50) n`,
  `insert into whatsapp_accounts (org_id, id, waba_id, name, status, connected_at, last_webhook_at, created_at)
    select 'org_' || n, 'wac_' || n, (1000000 + n)::text, 'Duka ' || n, case when n % 9 = 0 then 'pending' else 'connected' end,
      now() - interval '90 days', now() - (n % 500) * interval '1 hour', now() - (n % 700) * interval '1 day' from generate_series(1, $1::int) n`,
  `insert into phone_numbers (org_id, id, whatsapp_account_id, phone_number_id, display_phone_number, verified_name, status, quality_rating)
    select 'org_' || n, 'pno_' || n, 'wac_' || n, (2000000 + n)::text, '+254 7' || lpad((n % 100000000)::text, 8, '0'), 'Duka ' || n, 'CONNECTED',
      (array['GREEN', 'YELLOW', 'RED'])[1 + n % 3] from generate_series(1, $1::int) n`,
  `insert into templates (org_id, id, whatsapp_account_id, name, language, category, status, components, submitted_at, created_at)
    select 'org_' || n, 'tpl_' || n || '_' || k, 'wac_' || n, 'offer_' || k, (array['en', 'sw', 'fr'])[1 + k % 3],
      (array['MARKETING', 'UTILITY', 'AUTHENTICATION'])[1 + k % 3], (array['APPROVED', 'PENDING', 'REJECTED', 'APPROVED'])[1 + (n + k) % 4],
      '[{"type": "BODY", "text": "Karibu"}]', now() - k * interval '1 day', now() - (n % 300) * interval '1 day'
    from generate_series(1, $1::int) n cross join generate_series(1, 5) k`,
  `insert into hourly_totals (org_id, hour, state, direction, count)
    select 'org_' || n, date_trunc('hour', now()) - (d * 24 + n % 24) * interval '1 hour', s::message_state, 'out', 1 + (n + d) % 30
    from generate_series(1, $1::int) n cross join generate_series(0, 29) d cross join unnest(array['accepted', 'delivered', 'failed']) s`,
  `insert into platform_hours (hour, direction, state, count)
    select hour, direction, state::text, sum(count) from hourly_totals where $1::int > 0 group by 1, 2, 3`,
  `insert into monthly_usage (org_id, month, delivered)
    select 'org_' || n, to_char(now() - m * interval '1 month', 'YYYY-MM'), (n * 37 + m) % 9000 from generate_series(1, $1::int) n cross join generate_series(0, 5) m`,
  `insert into ledger_accounts (org_id, name, balance_cents, postings)
    select 'org_' || n, a, (n * 991) % 900000, 20 from generate_series(1, $1::int) n cross join unnest(array['wallet', 'held', 'revenue']) a`,
  `insert into revenue_days (org_id, day, amount_cents)
    select 'org_' || n, current_date - d, (n * 13 + d) % 90000 from generate_series(1, $1::int) n cross join generate_series(0, 89, 3) d`,
  `insert into journal_entries (org_id, id, kind, about, reference, created_at)
    select 'org_' || n, 'jrn_' || n || '_' || k, (array['top_up', 'hold', 'settle', 'release'])[1 + k % 4], '{"code": "credit.test"}', 'r' || k,
      now() - (k * 1000 + n % 1000) * interval '1 minute' from generate_series(1, $1::int) n cross join generate_series(1, 20) k`,
  `insert into postings (org_id, entry_id, account, amount_cents, number, balance_before_cents, balance_after_cents)
    select 'org_' || n, 'jrn_' || n || '_' || k, a, case a when 'wallet' then 200 else -200 end, k, 200 * (k - 1), 200 * k
    from generate_series(1, $1::int) n cross join generate_series(1, 20) k cross join unnest(array['wallet', 'held']) a`,
  `insert into events (org_id, id, name, type, status, actor_kind, actor_id, data, at)
    select 'org_' || n, 'evt_' || n || '_' || k, 'organisation.renamed', 'settings', 'success', case when k = 1 then 'staff' else 'member' end,
      case when k = 1 then 'usr_staff' else 'usr_' || n end, '{"name": "Duka"}', now() - (k * 997 + n % 997) * interval '1 minute'
    from generate_series(1, $1::int) n cross join generate_series(1, 40) k`,
  `insert into samples (series, at, value, state)
    select s, now() - m * interval '1 minute', 1 + m % 7, case when s like 'service:%' then 'healthy' end
    from unnest(array['service:web', 'service:api', 'service:worker', 'service:database', 'service:queue', 'service:graph', 'service:daraja',
      'service:cards', 'service:smtp', 'queue:depth', 'queue:oldest', 'queue:failed', 'webhooks:waiting', 'webhooks:lag', 'messages:hour',
      'messages:rate', 'messages:failing', 'cpu:load', 'memory:used', 'memory:process']) s cross join generate_series(0, 2880) m where $1::int > 0`,
  `insert into sample_hours (series, hour, count, up, sum, max)
    select series, date_trunc('hour', now()) - h * interval '1 hour', 60, 60, 120, 5
    from (select distinct series from samples where $1::int > 0) s cross join generate_series(0, 719) h`,
  `insert into support_visits (org_id, id, session_id, staff_user_id, for_user_id, reason, started_at, ends_at, ended_at, ended_because)
    select 'org_' || n, 'svt_' || n, 'ses', 'usr_staff', 'usr_' || n, 'An invoice', now() - n * interval '1 hour', now(), now(), 'staff'
    from generate_series(1, $1::int) n`,
  `insert into person_requests (org_id, id, kind, contact_id, state, requested_at, due_at)
    select 'org_' || n, 'prq_' || n, 'erasure', 'con_' || n, case when n % 10 = 0 then 'open' else 'done' end, now() - n * interval '1 hour',
      now() + interval '3 days' from generate_series(1, $1::int) n`,
  `insert into retention_runs (id, started_at, finished_at) select 'rrn_' || n, now() - n * interval '1 day', now() from generate_series(1, 400) n where $1::int > 0`,
  `insert into send_minutes (org_id, phone_number_id, lane, minute, count)
    select 'org_' || n, (2000000 + n)::text, n % 4, date_trunc('minute', now()) - m * interval '1 minute', 1 + (n + m) % 900
    from generate_series(1, least($1::int, 500)) n cross join generate_series(1, 120) m`,
];

/** Half of all messages belong to a hundredth of the organisations. */
const someMessages = `
  insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, campaign_id, sequence, template_id,
    variables, wamid, accepted_at, sent_at, delivered_at, created_at)
  select 'org_' || o, 'msg_' || lpad(to_hex(n), 28, '0'), 'out', 'template',
    (array['delivered', 'read', 'failed', 'sent'])[1 + n % 4]::message_state, (2000000 + o)::text, 'con_' || o || '_' || n % 1000,
    '+2547' || lpad((n % 100000000)::text, 8, '0'), 'cmp_' || o, n, 'tpl_' || o || '_1', '{}', 'wamid.' || n,
    now() - n % 43200 * interval '1 minute', now() - n % 43200 * interval '1 minute', now() - n % 43200 * interval '1 minute',
    now() - n % 43200 * interval '1 minute'
  from (select n, case when n % 2 = 0 then 1 + n % greatest(1, $1::int / 100) else 1 + n % $1::int end as o
    from generate_series($2::int, $3::int) n) m`;

/** Fills the database of a bench. Triggers sleep meanwhile: what they would count is laid down with the rows. */
export async function generatePlatform(
  { services }: Ground,
  { organisations, messages }: Size,
): Promise<void> {
  const client = await services.db.owner.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query("set statement_timeout = 0");
    for (const text of statements) await client.query(text, [organisations]);
    for (let first = 1; first <= messages; first += messagesAtOnce)
      await client.query(someMessages, [
        organisations,
        first,
        Math.min(messages, first + messagesAtOnce - 1),
      ]);
    await client.query("reset session_replication_role");
    await client.query("vacuum analyze");
  } finally {
    client.release();
  }
}
