import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { holds } from "#app/db/schema/money/ledger.ts";
import { mpesaReceipts, paymentAttempts } from "#app/db/schema/money/payments.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform({ startsAt: "2026-11-20T09:00:00Z" });

const topUps = (org: TestOrg, count: number) =>
  platform.services.db.withSystem(async (tx) => {
    for (let number = 1; number <= count; number += 1)
      await bookEntry(tx, {
        orgId: org.orgId,
        kind: "top_up",
        about: { code: "payment.to_wallet", method: "mpesa", receipt: `R${number}` },
        reference: randomUUID(),
        at: platform.clock.now(),
        postings: { wallet: number * 100 },
        platformPostings: { mpesa_clearing: -number * 100 },
      });
  });

const walletPage = (org: TestOrg, cursor?: string) =>
  platform.call("GET /wallet/entries", cursor === undefined ? {} : { cursor }, org);

describe("the statement", () => {
  it("shows every entry once, newest first, over its pages", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    await topUps(org, 30);
    const first = await walletPage(org);
    expect(first.entries).toHaveLength(25);
    const second = await walletPage(org, first.nextCursor!);
    expect(second.nextCursor).toBeNull();
    const cents = [...first.entries, ...second.entries].map(({ walletCents }) => walletCents);
    expect(cents).toEqual(Array.from({ length: 30 }, (_, index) => (30 - index) * 100));
    expect((await walletPage(other, first.nextCursor!)).entries).toEqual([]);
  });

  it("shows no entries before an unknown one", async () => {
    const org = await platform.createOrg();
    await topUps(org, 1);
    expect((await walletPage(org, "'; --")).entries).toEqual([]);
    expect((await platform.request("GET /wallet/entries", { cursor: "x".repeat(61) }, org)).status).toBe(400);
  });
});

const dayMs = 86_400_000;

describe("the payments", () => {
  it("are attempts and payments at the paybill, newest first, over pages; a refunded one says so", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    const now = platform.clock.now().getTime();
    await platform.services.db.withSystem(async (tx) => {
      await tx.insert(paymentAttempts).values(
        Array.from({ length: 26 }, (_, index) => ({
          orgId: org.orgId,
          id: `pay_list${index}`,
          method: "card" as const,
          state: index === 0 ? ("failed" as const) : ("paid" as const),
          amountCents: index * 100,
          key: randomUUID(),
          createdAt: new Date(now - index * dayMs),
        })),
      );
      const received = { orgId: org.orgId, amountCents: 7, paidAt: new Date(now), account: "", payer: "" };
      await tx.insert(mpesaReceipts).values([
        { ...received, receipt: "LISTOFPAY1", attemptId: "pay_list1", state: "reversed" },
        { ...received, receipt: "LISTOFPAY2", state: "credited", createdAt: new Date(now + dayMs) },
      ]);
    });
    const page = (number: unknown, as = org) => platform.call("GET /payments", { page: number }, as);
    const first = await page(1);
    expect(first).toMatchObject({ page: 1, pages: 2 });
    expect(first.payments.slice(0, 4)).toMatchObject([
      { id: null, receipt: "LISTOFPAY2", state: "paid", amountCents: 7 },
      { id: "pay_list0", state: "failed" },
      { id: "pay_list1", state: "returned" },
      { id: "pay_list2", state: "paid" },
    ]);
    const last = await page(2);
    expect(last.payments.map(({ id }) => id)).toEqual(["pay_list24", "pay_list25"]);
    expect(await page("99")).toEqual(last);
    expect(await page("-1")).toEqual(first);
    expect(await page(1, other)).toMatchObject({ payments: [], pages: 1 });
  });
});

it("adds up the smaller rows of the spending breakdown", async () => {
  const org = await platform.createOrg();
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  await platform.services.db.withSystem(async (tx) => {
    const of = {
      orgId: org.orgId,
      templateId: "tpl_1",
      phoneNumberId: "1",
      audience: { kind: "all" as const },
    };
    await tx
      .insert(campaigns)
      .values(numbers.map((number) => ({ ...of, id: `cmp_part${number}`, name: `Part ${number}` })));
    await tx.insert(holds).values(
      numbers.map((number) => ({
        orgId: org.orgId,
        id: `hld_part${number}`,
        subjectId: `cmp_part${number}`,
        month: "2026-11",
        messages: 20,
        includedMessages: 0,
        priceCentsPerMessage: 200,
        settledMessages: number,
      })),
    );
  });
  const { breakdown } = await platform.call("GET /billing/spending", { by: "campaign" }, org);
  expect(breakdown.rows).toHaveLength(10);
  expect(breakdown.rows[0]).toEqual({ name: "Part 12", delivered: 12, cents: 2400 });
  expect(breakdown.others).toEqual({ rows: 2, delivered: 3, cents: 600 });
  const byNumber = await platform.call("GET /billing/spending", { by: "number" }, org);
  expect(byNumber.breakdown).toMatchObject({ rows: [{ delivered: 78, cents: 15_600 }], others: null });
});
