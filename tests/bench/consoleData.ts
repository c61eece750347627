import type pg from "pg";

/** A busy platform, by SQL: `$1` organisations, of which the first few have most of the messages. */
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
  `insert into platform_revenue_days (day, plan_type, billing_type, amount_cents)
    select r.day, o.plan_type, o.billing_type, sum(r.amount_cents) from revenue_days r join organisations o on o.id = r.org_id
    where $1::int > 0 group by 1, 2, 3`,
  `insert into platform_meta_days (day, plan_type, billing_type, prefix, category, type, messages, billable)
    select current_date - d, plan, billing, prefix, category, 'regular', 9000, 8000
    from generate_series(0, 364) d cross join unnest(array['Starter', 'Growth', 'Enterprise']) plan
      cross join unnest(array['prepaid', 'postpaid']) billing cross join unnest(array['+254', '+255', '+256']) prefix
      cross join unnest(array['marketing', 'utility', 'authentication', 'service']) category where $1::int > 0`,
  // A year of invoices; in the last two months a tenth is open, disputed or overdue.
  `insert into invoices (org_id, id, kind, source, number, description, plan_type, billing_type, bill_to, net_cents, vat_cents, total_cents,
      finalized_at, due_at, created_at, status, paid_at, paid_with)
    select 'org_' || n, 'inv_' || n || '_' || m, 'invoice', 'monthly:' || m, 'INV-' || lpad((n * 12 + m)::text, 8, '0'), 'Growth plan',
      (array['Starter', 'Growth', 'Enterprise'])[1 + n % 3], (array['prepaid', 'postpaid'])[1 + n % 2],
      jsonb_build_object('name', 'Duka ' || n, 'email', 'info' || n || '@duka' || n || '.test'), 250000, 40000, 290000,
      at, at + interval '14 days', at, status, case status when 'paid' then at + interval '3 days' end, case status when 'paid' then 'M-Pesa' end
    from (select n, m, now() - m * interval '30 days' - n % 1000 * interval '1 minute' as at,
        case when m < 2 and n % 10 = 0 then (array['pending', 'overdue', 'disputed'])[1 + n % 3] else 'paid' end as status
      from generate_series(1, $1::int) n cross join generate_series(0, 11) m) i`,
  `insert into invoice_disputes (org_id, id, invoice_id, reason, status, opened_by, created_at)
    select 'org_' || n, 'dsp_' || n, 'inv_' || n || '_1', 'Sent twice', case when n % 3 = 0 then 'open' else 'resolved' end, 'usr_' || n,
      now() - n * interval '1 hour' from generate_series(1, $1::int, 10) n`,
  `insert into etims_submissions (org_id, invoice_id, branch, tax_number, customer_name, state, created_at)
    select org_id, id, 'P051234567X:00', row_number() over (), bill_to ->> 'name', case when id like '%77_3' then 'refused' else 'accepted' end,
      created_at from invoices where $1::int > 0`,
  `insert into payment_attempts (org_id, id, method, state, amount_cents, invoice_id, key, reference, created_at, ended_at)
    select 'org_' || n, 'pay_' || n || '_' || k, (array['mpesa', 'card', 'bank'])[1 + k % 3],
      case when n % 500 = 0 and k = 1 then 'unknown' when k % 5 = 0 then 'failed' else 'paid' end, 290000,
      case when k < 12 then 'inv_' || n || '_' || k end, 'k' || k, 'R' || n || 'K' || k, now() - k * interval '9 days', now()
    from generate_series(1, $1::int) n cross join generate_series(1, 20) k`,
  `insert into mpesa_receipts (receipt, org_id, amount_cents, account, payer, paid_at, state)
    select 'REC' || n || 'K' || k, 'org_' || n, 290000, n::text, '2547******' || n % 1000, now() - k * interval '9 days',
      case when n % 500 = 0 and k = 1 then 'suspense' else 'credited' end
    from generate_series(1, $1::int) n cross join generate_series(1, 10) k`,
  `insert into bank_statement_lines (id, bank_reference, booked_on, amount_cents, narration, state)
    select 'bsl_' || n, 'FT' || n, current_date - n % 300, 290000, 'DUKA ' || n, case when n % 100 = 0 then 'open' else 'matched' end
    from generate_series(1, $1::int * 2) n`,
  `insert into payouts (org_id, id, reference, state, phone, amount_cents, created_at)
    select 'prt_' || n, 'pto_' || n, 'r' || n, case when n % 50 = 0 then 'pending' else 'paid' end, '+254711000000', 900000, now() - n * interval '1 hour'
    from generate_series(1, $1::int / 2) n`,
  `insert into balance_checks (id, requested_at, answered_at, working_cents, utility_cents, charges_cents, ledger_cents, difference_cents)
    select 'bal_' || lpad(n::text, 4, '0'), now() - n * interval '1 day', now() - n * interval '1 day', 900000, 0, 0, 900000, 0
    from generate_series(1, 365) n where $1::int > 0`,
  `insert into send_minutes (org_id, phone_number_id, lane, minute, count)
    select 'org_' || n, (2000000 + n)::text, n % 4, date_trunc('minute', now()) - m * interval '1 minute', 1 + (n + m) % 900
    from generate_series(1, least($1::int, 500)) n cross join generate_series(1, 120) m`,
];

/** Contacts of a hundred organisations; the first has its own. A wamid contains its recipient's digits, as Meta's do. */
const someContacts = `
  insert into contacts (org_id, id, phone, name, created_at)
  select 'org_' || o, 'con_' || o || '_' || k, '+2547' || lpad((o * 1000 + k)::text, 8, '0'), 'Juma ' || k, now()
  from generate_series(2, least($1::int, 100)) o cross join generate_series(0, 999) k`;

/**
 * Fills the database of a benchmark, without messages. Triggers are disabled in the meantime; their counters
 * are inserted with the rows.
 */
export async function generatePlatform(client: pg.PoolClient, organisations: number): Promise<void> {
  for (const text of [...statements, someContacts]) await client.query(text, [organisations]);
}
