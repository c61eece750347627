import { expect, it } from "vitest";
import { migrate } from "#app/db/migrate.server.ts";
import { setUpEarlierDatabase } from "#tests/support/earlierDatabase.ts";

const earlier = setUpEarlierDatabase(99);

/** An organisation's till, with payments and cancelled orders of before. */
const before = `
set session_replication_role = replica;
insert into tills (org_id, id, name, kind, number) values ('org_1', 'til_1', 'Counter', 'paybill', '600111');
insert into orders (org_id, id, number, contact_id, source, state, subtotal_cents, total_cents, paid_cents, refund_cents) values
  ('org_1', 'ord_1', 1001, 'con_1', 'member', 'cancelled', 38000, 38000, 38000, 38000),
  ('org_1', 'ord_2', 1002, 'con_1', 'member', 'cancelled', 5000, 5000, 5000, 5000),
  ('org_1', 'ord_3', 1003, 'con_1', 'member', 'cancelled', 7000, 7000, 7000, 0);
insert into payment_requests (org_id, id, till_id, contact_id, account_number, amount_cents, paid_cents, reason, state, source, source_id, key, expires_at) values
  ('org_1', 'pmr_1', 'til_1', 'con_1', '1', 38000, 38000, 'Order 1001', 'paid', 'order', 'ord_1', 'a', now()),
  ('org_1', 'pmr_2', 'til_1', 'con_1', '1', 5000, 0, 'Order 1002', 'cancelled', 'order', 'ord_2', 'b', now()),
  ('org_1', 'pmr_3', 'til_1', 'con_1', '1', 7000, 7000, 'Order 1003', 'paid', 'order', 'ord_3', 'c', now());
insert into till_payments (org_id, id, till_id, receipt, amount_cents, paid_at, state, contact_id, allocated_cents, reported_by) values
  ('org_1', 'tpy_1', 'til_1', 'R1', 10000, now(), 'matched', 'con_1', 10000, 'pull'),
  ('org_1', 'tpy_2', 'til_1', 'R2', 30000, now(), 'matched', 'con_1', 28000, 'pull'),
  ('org_1', 'tpy_3', 'til_1', 'R3', 5000, now(), 'matched', 'con_1', 0, 'pull'),
  ('org_1', 'tpy_4', 'til_1', 'R4', 7000, now(), 'matched', 'con_1', 7000, 'pull');
insert into payment_allocations (org_id, payment_id, target_id, amount_cents) values
  ('org_1', 'tpy_1', 'pmr_1', 10000), ('org_1', 'tpy_2', 'pmr_1', 28000), ('org_1', 'tpy_4', 'pmr_3', 7000);
set session_replication_role = default;`;

it("moves what orders had to return into refunds of their payments", async () => {
  await earlier.owner.query("select set_config('role', 'none', false)");
  await earlier.owner.query(before);
  await migrate(earlier.url());
  const rows = async (text: string) => (await earlier.owner.query(text)).rows;
  expect(
    await rows(
      "select order_id, payment_id, state, amount_cents::int as cents from payment_refunds order by payment_id",
    ),
  ).toEqual([
    { order_id: "ord_1", payment_id: "tpy_1", state: "due", cents: 10_000 },
    { order_id: "ord_1", payment_id: "tpy_2", state: "due", cents: 28_000 },
    { order_id: "ord_2", payment_id: "tpy_3", state: "due", cents: 5000 },
  ]);
  expect(await rows("select allocated_cents::int as cents from till_payments order by id")).toEqual(
    [10_000, 28_000, 5000, 7000].map((cents) => ({ cents })),
  );
});
