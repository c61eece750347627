import { clientOf, type Tx } from "#app/db/client.server.ts";
import { newReference } from "#app/domain/money/bank/references.ts";
import { recount } from "#app/domain/money/metaCosts/recount.server.ts";
import { moneyNote } from "#app/domain/money/notes.ts";
import { pricesChanged } from "#app/domain/money/prices/read.server.ts";

/**
 * The other organisations' billing for finance staff: invoices in every state, announced and received
 * transfers, disputes, unmatched payments and unknown results, and their messages' cost at Meta.
 */
export async function loadBilling(tx: Tx, now: Date): Promise<void> {
  const client = clientOf(tx);
  for (const text of [
    billed,
    drafts,
    lines,
    finalize,
    countNumbers,
    disputes,
    transfers,
    paid,
    bankLines,
    receipts,
    resolved,
    openLines,
    suspense,
    suspenseEntries,
    unknown,
    owner,
    balances,
    exchange,
    rates,
    usage,
    freeUsed,
    taxDocuments,
    taxCounter,
  ])
    await client.query({ text, values: text.includes("$1") ? [now] : [] });
  pricesChanged(tx);
  await recount(tx, now, 400);
}

const staff = `(select id from users where usertype = 'admin' order by staff_role = 'finance' desc limit 1)`;

/**
 * Two documents for each larger organisation: its plan's last month, and a recent setup. `fate` is the
 * result: 0 to 5 paid, 6 and 7 announced as a transfer, 8 disputed, 9 unpaid.
 */
const billed = `
  create unlogged table demo_load.demo_billed as
  with orgs as (
    select o.id, o.name, o.plan_type, u.email, row_number() over (order by o.name)::int as number
    from organisations o join members m on m.org_id = o.id and m.role = 'owner' join users u on u.id = m.user_id
    where o.billing_type = 'postpaid' and o.plan_type in ('Growth', 'Enterprise') and u.usertype <> 'admin'
      and o.created_at < $1::timestamptz - interval '40 days'
  ), month as (
    select date_trunc('month', $1::timestamptz at time zone 'Africa/Nairobi') at time zone 'Africa/Nairobi' as start
  ), documents as (
    select o.*, 'fee' as what, (o.number * 7) % 10 as fate, m.start as issued, case o.plan_type when 'Enterprise' then 1500000 else 500000 end as cents,
      o.plan_type || ' plan, ' || to_char(m.start - interval '1 day', 'FMMonth YYYY') as description from orgs o cross join month m
    union all
    select o.*, 'setup', (o.number * 3 + 1) % 10, $1::timestamptz - make_interval(days => 1 + o.number % 9, hours => o.number), 350000,
      'Templates and training for your team' from orgs o where o.number % 3 = 0
  )
  select id as org_id, demo_load.demo_id('inv', what || id, issued) as id, name, email, plan_type, what, fate, issued, cents, description,
    issued + interval '14 days' as due, row_number() over (order by issued, id) as place,
    floor((2 * cents::bigint * 1600 + 11600) / 23200.0)::bigint as vat
  from documents`;

const drafts = `
  insert into invoices (org_id, id, kind, source, description, plan_type, billing_type, net_cents, vat_cents, total_cents, created_at)
  select org_id, id, 'invoice', 'demo:' || what, description, plan_type, 'postpaid', cents - vat, vat, cents, issued from demo_billed`;

const lines = `
  insert into invoice_lines (org_id, invoice_id, position, description, quantity, unit_cents, vat_basis_points, net_cents, vat_cents, total_cents)
  select org_id, id, 1, description, 1, cents, 1600, cents - vat, vat, cents from demo_billed`;

const year = "extract(year from $1::timestamptz at time zone 'Africa/Nairobi')::int";
const finalize = `
  update invoices i set number = 'INV-' || ${year} || '-' || lpad((b.place + coalesce(c.last_number, 0))::text, 6, '0'),
    bill_to = jsonb_build_object('name', b.name, 'email', b.email), finalized_at = b.issued, due_at = b.due, mailed_at = b.issued,
    status = case when b.fate < 6 then 'paid' when b.fate = 8 then 'disputed' when b.due < $1 then 'overdue' else 'pending' end,
    paid_at = case when b.fate < 6 then least($1, b.issued + make_interval(days => 1 + b.fate)) end,
    paid_with = case when b.fate < 3 then 'M-Pesa' when b.fate < 6 then 'bank transfer' end
  from demo_billed b left join document_counters c on c.series = 'invoice' and c.year = ${year}
  where i.org_id = b.org_id and i.id = b.id`;
const countNumbers = `
  insert into document_counters (series, year, last_number) select 'invoice', ${year}, count(*) from demo_billed
  on conflict (series, year) do update set last_number = document_counters.last_number + excluded.last_number`;

const disputes = `
  insert into invoice_disputes (org_id, id, invoice_id, reason, status, opened_by, created_at)
  select b.org_id, demo_load.demo_id('dsp', b.id, b.issued), b.id,
    (array['We were billed for a number that we gave up in the month before',
      'The training has not taken place yet, please bill it afterwards',
      'Our agreement says that the first month is free of charge'])[1 + b.place % 3],
    'open', m.user_id, b.issued + interval '3 hours' * (1 + b.place % 5)
  from demo_billed b join members m on m.org_id = b.org_id and m.role = 'owner' where b.fate = 8`;

/** As issued, each with its check character: a statement that contains one is matched. */
const references = Array.from({ length: 250 }, (_, place) =>
  newReference(Uint8Array.of(3, 14, 15, 92, Math.floor(place / 32), place % 32)),
)
  .map((text) => `'${text}'`)
  .join(", ");

/** Announced by the payer, but not yet on the bank's statement. */
const transfers = `
  insert into payment_attempts (org_id, id, method, state, amount_cents, invoice_id, key, reference, created_at, updated_at)
  select org_id, demo_load.demo_id('pay', id, issued), 'bank', 'pending', cents, id, 'demo-' || id, (array[${references}])[place], issued + interval '1 day', issued + interval '1 day'
  from demo_billed where fate in (6, 7)`;

const reference = (
  alias: string,
) => `case when ${alias}.fate < 3 then 'SK' || upper(left(md5(${alias}.id), 8))
  else 'FT' || upper(left(md5(${alias}.id), 10)) end`;
const paid = `
  select count(demo_load.demo_book(org_id, demo_load.demo_id('jrn', 'paid' || id, paid_at), 'invoice_paid',
      jsonb_build_object('code', 'payment.of_invoice', 'method', method, 'receipt', receipt, 'invoice', number),
      method || ':' || receipt, paid_at, jsonb_build_object('revenue', cents), method || '_clearing'))
  from (
    select b.org_id, b.id, b.cents, case when b.fate < 3 then 'mpesa' else 'bank' end as method, ${reference("b")} as receipt, i.number, i.paid_at
    from demo_billed b join invoices i on i.org_id = b.org_id and i.id = b.id where b.fate < 6 order by i.paid_at, b.id
  ) p`;

/** Also for the shop's own, which paid by bank. */
const bankLines = `
  insert into bank_statement_lines (id, bank_reference, booked_on, amount_cents, narration, state, matched_reference, created_at, settled_at)
  select demo_load.demo_id('bkl', about ->> 'receipt', created_at), about ->> 'receipt', (created_at at time zone 'Africa/Nairobi')::date,
    (select -amount_cents from postings p where p.org_id = 'platform' and p.entry_id = e.id and p.account = 'bank_clearing'),
    'Transfer for ' || coalesce(about ->> 'invoice', 'the wallet'), 'matched', about ->> 'invoice', created_at, created_at
  from journal_entries e where org_id <> 'platform' and about ->> 'method' = 'bank' on conflict do nothing`;
const receipts = `
  insert into mpesa_receipts (receipt, org_id, amount_cents, account, payer, paid_at, state, created_at)
  select ${reference("b")}, b.org_id, b.cents, i.number, '2547****' || lpad((b.place % 1000)::text, 3, '0'), i.paid_at, 'credited', i.paid_at
  from demo_billed b join invoices i on i.org_id = b.org_id and i.id = b.id where b.fate < 3`;

/** One dispute was answered: the invoice stands. */
const resolved = `
  insert into invoice_disputes (org_id, id, invoice_id, reason, status, resolution, outcome, opened_by, created_at, resolved_by, resolved_at)
  select b.org_id, demo_load.demo_id('dsp', 'answered' || b.id, b.issued), b.id, 'We have already paid this by M-Pesa', 'resolved',
    'Your payment was for the month before. The invoice stands.', 'stands', m.user_id, b.issued + interval '1 hour', ${staff}, b.issued + interval '9 hours'
  from demo_billed b join members m on m.org_id = b.org_id and m.role = 'owner' where b.fate = 9 order by b.place limit 1`;

const openLines = `
  insert into bank_statement_lines (id, bank_reference, booked_on, amount_cents, narration, note, created_at)
  select demo_load.demo_id('bkl', reference, $1::timestamptz - days * interval '1 day'), reference, ($1::timestamptz - days * interval '1 day')::date, cents, narration, note,
    $1::timestamptz - days * interval '1 day'
  from (values ('FTOPEN00019', 500000::bigint, 'MAMA MBOGA SUPPLIES LTD', '${moneyNote("money.no_reference")}', 6),
    ('FTOPEN00023', 1500000, 'INV OCTOBER', '${moneyNote("money.no_reference")}', 2)) as l(reference, cents, narration, note, days)`;

const unowned =
  "(values ('SKQ81HT2LM', 250000::bigint, '4821937', 9), ('SKR20PD7XC', 100000, 'DUKA', 1)) as u(receipt, cents, account, days)";
const suspense = `
  insert into mpesa_receipts (receipt, amount_cents, account, payer, paid_at, state, created_at)
  select receipt, cents, account, '2547****118', $1::timestamptz - days * interval '1 day', 'suspense', $1::timestamptz - days * interval '1 day' from ${unowned}`;
const suspenseEntries = `
  select count(demo_load.demo_book('platform', demo_load.demo_id('jrn', receipt, paid_at), 'suspense',
      jsonb_build_object('code', 'payment.unassigned', 'receipt', receipt), 'mpesa:' || receipt, paid_at,
      jsonb_build_object('mpesa_clearing', -amount_cents, 'suspense', amount_cents), null))
  from (select * from mpesa_receipts where receipt in (select receipt from ${unowned}) order by paid_at) r`;

/** M-Pesa never reported how these ended. */
const unknown = `
  insert into payment_attempts (org_id, id, method, state, amount_cents, key, phone, reference, result_desc, checks, created_at, updated_at)
  select o.id, demo_load.demo_id('pay', 'unknown' || o.id, at), 'mpesa', 'unknown', 200000 * number, 'demo-unknown', '+25472299000' || number,
    'DEMOUNKNOWN' || number, 'No answer of M-Pesa', 5, at, at
  from (select id, row_number() over (order by name desc)::int as number from organisations where billing_type = 'prepaid' and name <> 'Duka Letu'
      order by name desc limit 2) o
    cross join lateral (select $1::timestamptz - o.number * interval '26 hours' as at) t`;

const owner = `insert into work_owners (list, item_id, owner_id, since) values ('unmatched', 'SKQ81HT2LM', ${staff}, $1::timestamptz - interval '1 day')`;

/** The shortcode and the ledger agreed every morning but one, before a payment was reported. */
const balances = `
  insert into balance_checks (id, requested_at, answered_at, working_cents, utility_cents, charges_cents, ledger_cents, difference_cents)
  select demo_load.demo_id('bal', 'balance', t.at), t.at, t.at + interval '4 seconds', cents - 4000000 + gap, 4000000, 0, cents, gap
  from generate_series(0, 9) as days
    cross join lateral (select $1::timestamptz - days * interval '1 day' as at, case when days = 3 then 100000 else 0 end as gap) t
    cross join lateral (select coalesce(-sum(p.amount_cents), 0)::bigint as cents from postings p join journal_entries e on e.org_id = p.org_id and e.id = p.entry_id
      where p.org_id = 'platform' and p.account = 'mpesa_clearing' and e.created_at <= t.at) l`;

/**
 * The month's documents at KRA: all are registered except the last four. The first of these was refused, and
 * the others wait for it.
 */
const taxDocuments = `
  insert into etims_submissions (org_id, invoice_id, branch, tax_number, customer_name, state, attempts, result_code, result_text,
    control_unit_id, receipt_number, internal_data, signature, link, created_at, submitted_at, decided_at)
  select org_id, id, 'P000000000S:00', place, left(name, 60), state, case state when 'waiting' then 0 else 1 end,
    case state when 'refused' then '910' end, case state when 'refused' then 'Invalid custTin' end,
    case state when 'accepted' then 'KRACU0000000001' end, case state when 'accepted' then place end,
    case state when 'accepted' then upper(left(md5('intrl' || id), 26)) end, case state when 'accepted' then sign end,
    case state when 'accepted' then 'https://etims.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData?Data=P000000000S00' || sign end,
    issued, case when state <> 'waiting' then issued + interval '4 seconds' end, case when state <> 'waiting' then issued + interval '5 seconds' end
  from (select b.*, upper(left(md5('sign' || b.id), 16)) as sign,
      case when b.place < max(b.place) over () - 3 then 'accepted' when b.place = max(b.place) over () - 3 then 'refused' else 'waiting' end as state
    from demo_billed b) d order by place`;
const taxCounter = `insert into etims_devices (branch, last_number) select 'P000000000S:00', count(*) from demo_billed`;

const exchange = `
  insert into exchange_rates (id, kes_per_usd_e4, effective_from, reason, created_by, created_at)
  select demo_load.demo_id('xrt', days::text, $1::timestamptz - days * interval '1 day'), rate, ($1::timestamptz - days * interval '1 day')::date,
    'Mean rate of the Central Bank of Kenya', ${staff}, $1::timestamptz - (days + 2) * interval '1 day'
  from (values (75, 1291800), (44, 1294200), (14, 1292900), (-8, 1293500)) as r(days, rate) on conflict do nothing`;
const rates = `
  insert into meta_rates (id, market, category, micro_usd, effective_from, reason, created_by, created_at)
  select demo_load.demo_id('mrt', category, $1), 'Rest of Africa', category, micro, (date_trunc('quarter', $1::timestamptz) + interval '3 months')::date,
    'Meta''s list for the next quarter', ${staff}, $1::timestamptz - interval '4 days'
  from (values ('marketing', 23000), ('utility', 4200)) as r(category, micro) on conflict do nothing`;

/** Derived from the messages; Meta reported no price for any of them. */
const usage = `
  insert into meta_usage_days (org_id, day, phone_number_id, prefix, category, type, messages, billable)
  with days as (
    select m.org_id, (m.delivered_at at time zone 'Africa/Nairobi')::date as day, m.phone_number_id, left(coalesce(m.recipient, ''), 4) as prefix,
      coalesce(lower(t.category), 'service') as category, count(*)::int as messages
    from messages m left join templates t on t.org_id = m.org_id and t.id = m.template_id
    where m.direction = 'out' and m.delivered_at is not null group by 1, 2, 3, 4, 5
  ), running as (
    select *, sum(messages) over (partition by org_id, phone_number_id, category, date_trunc('month', day) order by day, prefix) - messages as earlier from days
  )
  select org_id, day, phone_number_id, prefix, category, 'untold', messages,
    case when category = 'service' then messages - greatest(0, least(messages, coalesce((select a.messages from meta_allowances a
      where a.category = 'service' and a.effective_from <= running.day order by a.effective_from desc limit 1), 0) - earlier)) else messages end
  from running`;
const freeUsed = `
  insert into meta_free_used (org_id, phone_number_id, month, messages)
  select org_id, phone_number_id, date_trunc('month', day)::date, sum(messages) from meta_usage_days where category = 'service' group by 1, 2, 3`;
