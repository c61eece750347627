import { countSequences } from "#app/demo/rollUps.server.ts";
import { registerRooms } from "#app/registerRooms.ts";
import { generatePlatform } from "./consoleData.ts";
import { databaseTimeOf } from "./databaseTime.ts";
import type { Screen } from "./dataScreens.ts";
import type { Ground } from "./ground.ts";
import { print } from "./measure.ts";
import { sequenceScreens, sequenceStatements } from "./sequencesData.ts";

/**
 * `$1` payments of one organisation over a year: 1 of 100 unmatched, 1 of 200 refunded; a request for half of them, an
 * order for a quarter, and a book of 1,000 members with a due for each month. A sequence has an enrolment for each tenth.
 */
const statements = [
  `insert into contacts (org_id, id, phone, name, consent)
    select 'org_1', 'con_s_' || n, '+2542' || lpad(n::text, 8, '0'), 'Wanjiku ' || n, 'granted'
    from generate_series(1, 20000) n where $1::int > 0`,
  `insert into tills (org_id, id, name, kind, number, last_payment_at)
    select 'org_1', 'til_' || n, 'Till ' || n, 'paybill', (700000 + n)::text, now() from generate_series(1, 2) n where $1::int > 0`,
  `insert into customer_accounts (org_id, till_id, number, contact_id)
    select 'org_1', 'til_' || 1 + n % 2, (10000 + n)::text, 'con_s_' || n from generate_series(1, 20000) n where $1::int > 0`,
  `insert into till_payments (org_id, id, till_id, receipt, amount_cents, paid_at, account, payer, payer_name, state, contact_id, matched_by,
      allocated_cents, refunded_cents, reported_by, listed_at)
    select 'org_1', 'tpm_' || lpad(n::text, 10, '0'), 'til_' || 1 + n % 2, 'TK' || lpad(n::text, 8, '0'), 150000, at, (10000 + n % 20000)::text,
      '2547 ***** 318', 'Wanjiku', case when n % 100 = 7 then 'unmatched' when n % 200 = 9 then 'refunded' else 'matched' end,
      case when n % 100 <> 7 then 'con_s_' || 1 + n % 20000 end, 'account', case when n % 200 = 9 or n % 100 = 7 then 0 else 100000 end,
      case when n % 200 = 9 then 150000 else 0 end, 'confirmation', at
    from (select n, now() - n * (interval '365 days' / $1::int) as at from generate_series(1, $1::int) n) t`,
  `insert into payment_requests (org_id, id, till_id, contact_id, account_number, amount_cents, paid_cents, reason, state, source, key, expires_at,
      ended_at, created_at)
    select 'org_1', 'pmr_' || lpad(($1::int - n)::text, 10, '0'), 'til_' || 1 + n % 2, 'con_s_' || 1 + n % 20000, (10000 + n % 20000)::text, 100000,
      case when n % 10 < 8 then 100000 else 0 end, 'Order', case when n % 10 < 8 then 'paid' when n % 10 = 8 then 'expired' else 'requested' end,
      case when n % 2 = 0 then 'order' else 'member' end, 'key_' || n, at + interval '3 days', at, at
    from (select n, now() - n * (interval '730 days' / $1::int) as at from generate_series(1, $1::int / 2) n) t`,
  `insert into payment_allocations (org_id, payment_id, target_id, amount_cents)
    select 'org_1', 'tpm_' || lpad(n::text, 10, '0'), 'pmr_' || lpad(($1::int - n)::text, 10, '0'), 100000
    from generate_series(1, $1::int / 2) n where n % 10 < 8`,
  `insert into orders (org_id, id, number, contact_id, source, state, key, subtotal_cents, total_cents, paid_cents, created_at)
    select 'org_1', 'ord_' || lpad(n::text, 10, '0'), n, 'con_s_' || 1 + n % 20000, 'api',
      (array['delivered', 'delivered', 'delivered', 'packed', 'paid', 'waiting', 'cancelled', 'draft'])[1 + n % 8], 'key_' || n, 100000, 100000,
      case when n % 8 < 5 then 100000 else 0 end, now() - ($1::int / 4 - n) * (interval '1460 days' / $1::int)
    from generate_series(1, $1::int / 4) n`,
  `insert into products (org_id, id, name, price_cents, stock, retailer_id)
    select 'org_1', 'prd_' || n, 'Product ' || n, 50000, 100, 'sku-' || n from generate_series(1, 2000) n where $1::int > 0`,
  `insert into order_lines (org_id, order_id, position, product_id, name, quantity, price_cents, vat_class)
    select 'org_1', 'ord_' || lpad(n::text, 10, '0'), p, 'prd_' || 1 + (n + p) % 2000, 'Product', 1, 50000, 'none'
    from generate_series(1, $1::int / 4) n cross join generate_series(1, 2) p`,
  `insert into till_days (org_id, till_id, day, payments, received_cents, listed_cents, allocated_cents, parts_cents, refunded_cents,
      unmatched_cents)
    select org_id, till_id, (paid_at at time zone 'Africa/Nairobi')::date, count(*), sum(amount_cents), sum(amount_cents),
      sum(allocated_cents), sum(allocated_cents), sum(refunded_cents), sum(case state when 'unmatched' then amount_cents else 0 end)
    from till_payments where $1::int > 0 group by 1, 2, 3`,
  `insert into books (org_id, id, name, kind, till_id) select 'org_1', 'bok_1', 'Fees', 'school', 'til_1' where $1::int > 0`,
  `insert into book_members (org_id, id, book_id, contact_id, label, number, group_name)
    select 'org_1', 'bmb_' || n, 'bok_1', 'con_s_' || n, 'Pupil ' || n, n::text, 'Class ' || n % 8 from generate_series(1, 1000) n where $1::int > 0`,
  `insert into dues (org_id, id, book_id, member_id, contact_id, till_id, label, amount_cents, paid_cents, due_on)
    select 'org_1', 'due_' || n || '_' || m, 'bok_1', 'bmb_' || n, 'con_s_' || n, 'til_1', 'Month ' || m, 150000,
      case when n % 3 = 0 and m < 2 then 0 else 150000 end, current_date - m * 30
    from generate_series(1, 1000) n cross join generate_series(0, 11) m where $1::int > 0`,
  `insert into payment_allocations (org_id, payment_id, target_id, amount_cents)
    select 'org_1', 'tpm_' || lpad((2 * (1 + ((n - 1) * 12 + m) % ($1::int / 2)))::text, 10, '0'), 'due_' || n || '_' || m, 150000
    from generate_series(1, 1000) n cross join generate_series(0, 11) m where not (n % 3 = 0 and m < 2)`,
];

const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const screens: Screen[] = [
  ...sequenceScreens,
  { screen: "payments", key: "GET /till-payments" },
  { screen: "payments, unmatched", key: "GET /till-payments", input: { state: "unmatched" } },
  { screen: "payments, refunded", key: "GET /till-payments", input: { state: "refunded" } },
  { screen: "payments, of a till", key: "GET /till-payments", input: { tillId: "til_1" } },
  { screen: "payments, of a day", key: "GET /till-payments", input: { day } },
  {
    screen: "payment",
    key: "GET /till-payments/:tillPaymentId",
    input: { tillPaymentId: "tpm_0000000007" },
  },
  { screen: "requests", key: "GET /payment-requests" },
  { screen: "requests, open", key: "GET /payment-requests", input: { state: "requested" } },
  { screen: "requests, of orders", key: "GET /payment-requests", input: { source: "order" } },
  { screen: "requests, all times", key: "GET /payment-requests", input: { period: "all", till: "til_2" } },
  { screen: "orders", key: "GET /orders" },
  { screen: "orders, waiting", key: "GET /orders", input: { state: "waiting" } },
  { screen: "orders, to refund", key: "GET /orders", input: { state: "refund" } },
  { screen: "orders, by number", key: "GET /orders", input: { q: "777" } },
  { screen: "orders, by name", key: "GET /orders", input: { q: "Wanjiku 411" } },
  { screen: "order", key: "GET /orders/:orderId", input: { orderId: "ord_0000000007" } },
  { screen: "products", key: "GET /products" },
  { screen: "products, search", key: "GET /products", input: { q: "product 77" } },
  { screen: "tills", key: "GET /tills" },
  { screen: "till", key: "GET /tills/:tillId", input: { tillId: "til_1" } },
  { screen: "till's statement", key: "GET /tills/:tillId/statement", input: { tillId: "til_1" } },
  { screen: "books", key: "GET /books" },
  { screen: "book", key: "GET /books/:bookId", input: { bookId: "bok_1" } },
  { screen: "book's sheet", key: "GET /books/:bookId/sheet", input: { bookId: "bok_1" } },
  {
    screen: "book's member",
    key: "GET /books/:bookId/members/:bookMemberId",
    input: { bookId: "bok_1", bookMemberId: "bmb_3" },
  },
  { screen: "customer's dues", key: "GET /contacts/:contactId/dues", input: { contactId: "con_s_3" } },
  { screen: "customer's orders", key: "GET /contacts/:contactId/orders", input: { contactId: "con_s_3" } },
  {
    screen: "customer's requests",
    key: "GET /contacts/:contactId/payment-requests",
    input: { contactId: "con_s_3" },
  },
];

/** Milliseconds in the database of each screen of sales, at so many payments of one organisation. */
export async function benchSales(ground: Ground, { payments, runs }: { payments: number; runs: number }) {
  registerRooms();
  const client = await ground.services.db.owner.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query("set synchronous_commit = off");
    await client.query("set statement_timeout = 0");
    await generatePlatform(client, 2);
    for (const text of [...statements, ...sequenceStatements]) await client.query(text, [payments]);
    for (const text of countSequences) await client.query(text);
    await client.query("reset session_replication_role");
    await client.query("vacuum analyze");
  } finally {
    client.release();
  }
  const ms: Record<string, number> = {};
  for (const screen of screens) ms[screen.screen] = await databaseTimeOf(ground, screen, runs);
  const slowestMs = Math.max(...Object.values(ms));
  print({ bench: "sales", payments, screens: screens.length, slowestMs, ms });
}
