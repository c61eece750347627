import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Database } from "#app/db/client.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { setUpEarlierDatabase } from "#tests/support/earlierDatabase.ts";

/** The last migration before each book balanced separately. */
const earlier = setUpEarlierDatabase(64);
let db: Database;
beforeAll(() => {
  db = connect(earlier.url());
});
afterAll(() => db.close());

type Line = [book: string, account: string, cents: number];
const duka = "org_duka";
const kiosk = "org_kiosk";
const asha = "prt_asha";

/** Entries as booked before: lines in two books that sum to zero together. */
const entries: { book: string; kind: string; lines: Line[] }[] = [
  {
    book: duka,
    kind: "top_up",
    lines: [
      [duka, "wallet", 150_000],
      ["platform", "mpesa_clearing", -150_000],
    ],
  },
  {
    book: kiosk,
    kind: "top_up",
    lines: [
      [kiosk, "wallet", 80_000],
      ["platform", "mpesa_clearing", -80_000],
    ],
  },
  {
    book: kiosk,
    kind: "top_up",
    lines: [
      [kiosk, "wallet", 5000],
      [kiosk, "funding", -5000],
    ],
  },
  {
    book: "platform",
    kind: "suspense",
    lines: [
      ["platform", "suspense", 70_000],
      ["platform", "mpesa_clearing", -70_000],
    ],
  },
  {
    book: duka,
    kind: "claim",
    lines: [
      [duka, "wallet", 70_000],
      ["platform", "suspense", -70_000],
    ],
  },
  {
    book: duka,
    kind: "hold",
    lines: [
      [duka, "held", 40_000],
      [duka, "wallet", -40_000],
    ],
  },
  {
    book: duka,
    kind: "settle",
    lines: [
      [duka, "held", -30_000],
      [duka, "revenue", 30_000],
    ],
  },
  {
    book: duka,
    kind: "invoice_paid",
    lines: [
      [duka, "revenue", 25_000],
      [duka, "wallet", 5000],
      ["platform", "bank_clearing", -30_000],
    ],
  },
  {
    book: kiosk,
    kind: "refund",
    lines: [
      [kiosk, "wallet", -20_000],
      [kiosk, "revenue", -1000],
      ["platform", "card_clearing", 21_000],
    ],
  },
  {
    book: duka,
    kind: "reversal",
    lines: [
      [duka, "wallet", -10_000],
      ["platform", "paid_out", 10_000],
    ],
  },
  {
    book: "platform",
    kind: "reversal",
    lines: [
      ["platform", "paid_out", -10_000],
      ["platform", "mpesa_clearing", 10_000],
    ],
  },
  {
    book: asha,
    kind: "share",
    lines: [
      [asha, "accrued", 4000],
      ["platform", "partner_share", -4000],
    ],
  },
  {
    book: asha,
    kind: "settlement",
    lines: [
      [asha, "accrued", -4000],
      [asha, "earnings", 4000],
    ],
  },
  {
    book: asha,
    kind: "payout",
    lines: [
      [asha, "earnings", -3000],
      ["platform", "paid_out", 3000],
    ],
  },
  { book: duka, kind: "adjustment", lines: [] },
];

async function bookAsBefore(): Promise<void> {
  for (const [place, { book, kind, lines }] of entries.entries()) {
    const id = `jrn_${String(place).padStart(3, "0")}`;
    await earlier.owner.query("begin");
    await earlier.owner.query(
      `insert into journal_entries (org_id, id, kind, about, reference, created_at)
        values ($1, $2, $3, '{"code": "credit.test"}', 'event ' || $4, timestamptz '2026-11-01' + $4::int * interval '1 hour')`,
      [book, id, kind, place],
    );
    for (const line of lines)
      await earlier.owner.query(
        "insert into postings (org_id, entry_id, account, amount_cents) values ($1, $3, $2, $4)",
        [line[0], line[1], id, line[2]],
      );
    await earlier.owner.query("commit");
  }
}

const isOld = "account not in ('due_from_platform', 'due_to_counterparty')";

/** The ledger as organisations and administrators see it. */
const shown = async () => ({
  balances: (
    await earlier.owner.query(
      `select org_id, name, sum(balance_cents)::bigint as cents, sum(postings)::bigint as lines from ledger_accounts
        where ${isOld.replace("account", "name")} group by 1, 2 order by 1, 2`,
    )
  ).rows,
  lines: (
    await earlier.owner.query(
      `select org_id, entry_id, account, amount_cents, number, balance_before_cents, balance_after_cents from postings
        where ${isOld} order by 1, 2, 3`,
    )
  ).rows,
  entries: (
    await earlier.owner.query(
      `select org_id, id, kind, about, reference, created_at from journal_entries e where org_id <> 'platform'
        or reference not like '%:event %' order by 1, 2`,
    )
  ).rows,
  revenue: (await earlier.owner.query("select * from revenue_days order by 1, 2")).rows,
});

/** The mutual debts of two books, and their sum. */
const owed = async () =>
  (
    await earlier.owner.query<{ owner: string; theirs: number; platforms: number }>(
      `select case name when 'due_from_platform' then org_id else counterparty end as owner,
        sum(balance_cents) filter (where name = 'due_from_platform')::bigint as theirs,
        sum(balance_cents) filter (where name = 'due_to_counterparty')::bigint as platforms
      from ledger_accounts where name like 'due\\_%' group by 1 order by 1`,
    )
  ).rows;

it("migrates entries over two books to one half in each, and changes no balance", async () => {
  await bookAsBefore();
  const was = await shown();
  await migrate(earlier.url());
  expect(await shown()).toEqual(was);

  const { rows: lopsided } = await earlier.owner.query(
    "select org_id, entry_id from postings group by 1, 2 having sum(amount_cents) <> 0",
  );
  expect(lopsided).toEqual([]);
  const dukaCents = 150_000 + 70_000 + 30_000 - 10_000;
  expect(await owed()).toEqual([
    { owner: duka, theirs: -dukaCents, platforms: dukaCents },
    { owner: kiosk, theirs: -59_000, platforms: 59_000 },
    { owner: asha, theirs: -1000, platforms: 1000 },
  ]);
  expect((await verifyLedger({ db })).broken).toBeNull();

  await db.withSystem((tx) =>
    bookEntry(tx, {
      orgId: duka as OrgId,
      kind: "top_up",
      about: { code: "credit.test" },
      reference: "event after",
      postings: { wallet: 1000 },
      platformPostings: { mpesa_clearing: -1000 },
      at: new Date("2026-11-03T00:00:00Z"),
    }),
  );
  expect((await verifyLedger({ db })).broken).toBeNull();
});
