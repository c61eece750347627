import { expect, it } from "vitest";
import { setUpPlatform } from "#tests/support/platform.ts";
import { refusalOf } from "#tests/support/sending.ts";
import { setUp } from "#tests/support/setUp.ts";
import { staffOf } from "#tests/support/staff.ts";

const platform = setUpPlatform();
const finance = setUp(() => staffOf(platform)("finance"));
const colleague = setUp(() => staffOf(platform)("finance"));
const org = setUp(() => platform.createOrg("Duka la kazi"));

const sql = (text: string) =>
  platform.services.db.owner.query(text.replaceAll(":org", `'${org.orgId}'`)).then(({ rows }) => rows);

interface Listed {
  list: "unmatched" | "unknown" | "payouts";
  id: string;
  create: string;
  item: { kind: string; title: string; amountCents: number; businessName: string | null };
  /** What takes it off the list. */
  settle: string;
}

it.each<Listed>([
  {
    list: "unmatched",
    id: "bkl_1",
    create: `insert into bank_statement_lines (id, bank_reference, booked_on, amount_cents, narration, state)
      values ('bkl_1', 'FTLIST1', '2026-11-02', 70000, 'Duka', 'open')`,
    item: { kind: "bank_line", title: "Bank FTLIST1", amountCents: 70_000, businessName: null },
    settle: "update bank_statement_lines set state = 'ignored' where id = 'bkl_1'",
  },
  {
    list: "unmatched",
    id: "SLIST1",
    create: `insert into mpesa_receipts (receipt, state, account, payer, amount_cents, paid_at)
      values ('SLIST1', 'suspense', 'DUKA9', 'ASHA', 25000, '2026-11-03')`,
    item: { kind: "mpesa_receipt", title: "M-Pesa SLIST1", amountCents: 25_000, businessName: null },
    settle: "update mpesa_receipts set state = 'credited' where receipt = 'SLIST1'",
  },
  {
    list: "unknown",
    id: "pot_unknown",
    create: `insert into payouts (org_id, id, reference, state, method, phone, recipient_name, amount_cents)
      values (:org, 'pot_unknown', 'settlement:u', 'unknown', 'mpesa', '+254711000001', 'Njeri', 900)`,
    item: { kind: "payout", title: "Payout to Njeri", amountCents: 900, businessName: "Duka la kazi" },
    settle: "update payouts set state = 'paid' where id = 'pot_unknown'",
  },
  {
    list: "payouts",
    id: "pot_pending",
    create: `insert into payouts (org_id, id, reference, state, method, phone, recipient_name, amount_cents)
      values (:org, 'pot_pending', 'settlement:p', 'pending', 'bank', '0011', 'Juma', 1200)`,
    item: { kind: "payout", title: "Payout to Juma", amountCents: 1200, businessName: "Duka la kazi" },
    settle: "update payouts set state = 'paid' where id = 'pot_pending'",
  },
])("the list of $list shows $id, its owner and its count, until it is settled", async (given) => {
  const { list, id, item, create, settle } = given;
  const read = async () => {
    const { lists, items } = await platform.call("GET /admin/work", { list }, finance);
    return {
      count: lists.find((each) => each.list === list)!.count,
      found: items.find((each) => each.id === id),
    };
  };
  const { count } = await read();
  await sql(create);
  expect(await read()).toMatchObject({ count: count + 1, found: { ...item, owner: null } });

  const place = { list, itemId: id };
  await platform.call("POST /admin/work/:list/:itemId/take", place, finance);
  expect((await read()).found).toMatchObject({ owner: finance.email });
  expect(await refusalOf(platform, "POST /admin/work/:list/:itemId/take", place, colleague)).toMatchObject({
    code: "work_item.taken",
    message: expect.stringContaining(finance.email),
  });
  const { colleagues } = await platform.call("GET /admin/work/:list/:itemId", place, finance);
  expect(colleagues.map(({ email }) => email)).toContain(colleague.email);

  await sql(settle);
  expect(await read()).toEqual({ count, found: undefined });
  expect((await platform.request("GET /admin/work/:list/:itemId", place, finance)).status).toBe(404);
});
