import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { events } from "#app/db/schema/record/events.ts";
import { tillDifferences } from "#app/db/schema/sales/matching.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { accountOf } from "#simulators/mpesa/merchants.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import { tillShops } from "#tests/support/tillShops.ts";

const platform = setUpPaymentPlatform();
const { newShop, pullAll, shown } = tillShops(platform);
type Shop = Awaited<ReturnType<typeof newShop>>;

const hourMs = 3_600_000;
/** As many as a process serves at once. */
const together = 20;
async function nextPull(hours = 1) {
  platform.clock.advance(hours * hourMs + 1000);
  await pullAll();
}

/** A confirmation at the till's own address, as M-Pesa or a forger posts it. */
async function post(shop: Shop, notice: Record<string, string>) {
  const { confirmationUrl } = accountOf(platform.company, shop.shortcode).urls!;
  const body = JSON.stringify({ BusinessShortCode: shop.shortcode, TransTime: "", ...notice });
  const { status } = await platform.api.fetch(new Request(confirmationUrl, { method: "POST", body }));
  await platform.runJobs();
  return status;
}

describe("a till's statement", () => {
  it("totals payments by day, and is closed once M-Pesa lists them", async () => {
    const shop = await newShop();
    await shop.pay(500, "JOHN 4B");
    await shop.pay(200, "JOHN 4B");
    await nextPull();
    const { totals, days, differences } = await platform.call(
      "GET /tills/:tillId/statement",
      { tillId: shop.tillId, month: "" },
      shop.org,
    );
    expect(totals).toEqual({ payments: 2, receivedCents: 70_000, refundedCents: 0, listedCents: 70_000 });
    expect(days).toHaveLength(1);
    expect(differences).toEqual([]);
    const file = await platform.request(
      "GET /tills/:tillId/statement/file",
      { tillId: shop.tillId, month: "" },
      shop.org,
    );
    expect((await file.text()).trim().split("\r\n")).toHaveLength(3);
  });

  it("names a forged payment, which a member takes and explains", async () => {
    const shop = await newShop();
    await post(shop, { TransID: "UKLFORGED1", TransAmount: "900.00", BillRefNumber: "X" });
    await nextPull(3);
    const statement = () =>
      platform.call("GET /tills/:tillId/statement", { tillId: shop.tillId, month: "" }, shop.org);
    const [difference] = (await statement()).differences;
    expect(difference).toMatchObject({
      receipt: "UKLFORGED1",
      kind: "not_listed",
      state: "open",
      owner: null,
    });
    const one = { tillId: shop.tillId, tillDifferenceId: difference!.id };
    await platform.call("POST /tills/:tillId/differences/:tillDifferenceId/take", one, shop.org);
    expect((await statement()).differences[0]!.owner).not.toBeNull();
    const close = () =>
      platform.call(
        "POST /tills/:tillId/differences/:tillDifferenceId/close",
        { ...one, explanation: "Forged by a former cashier" },
        shop.org,
      );
    await close();
    await expect(close()).rejects.toThrow("till_difference.closed");
    await nextPull();
    expect((await statement()).differences).toMatchObject([{ state: "closed" }]);
  });

  it("names another amount at M-Pesa, and closes what M-Pesa lists late", async () => {
    const shop = await newShop();
    const { receipt } = await shop.pay(300, "X");
    const { transactions } = platform.company.state;
    const listed = transactions.find((one) => one.receipt === receipt)!;
    transactions.splice(transactions.indexOf(listed), 1);
    await nextPull(1.5);
    transactions.push({ ...listed, amount: 250 });
    await nextPull();
    const rows = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx
        .select({ kind: tillDifferences.kind, state: tillDifferences.state })
        .from(tillDifferences)
        .where(and(eq(tillDifferences.orgId, shop.org.orgId), eq(tillDifferences.receipt, receipt)))
        .orderBy(tillDifferences.kind),
    );
    expect(rows).toEqual([
      { kind: "amount", state: "open" },
      { kind: "not_listed", state: "closed" },
    ]);
  });

  it("is not compared after keys that M-Pesa refuses, and its managers are notified once", async () => {
    const shop = await newShop();
    accountOf(platform.company, shop.shortcode).missingProducts = ["/pulltransactions"];
    await nextPull();
    await nextPull();
    const [till] = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.select().from(tills).where(eq(tills.id, shop.tillId)),
    );
    expect(till).toMatchObject({ problems: 2, lastProblem: expect.stringContaining("apiproduct") });
    const failing = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx
        .select({ id: events.id })
        .from(events)
        .where(and(eq(events.orgId, shop.org.orgId), eq(events.name, "till.failing"))),
    );
    expect(failing).toHaveLength(1);
  });
});

describe("a refund", () => {
  it("reverses a whole payment once, and what it paid is due again", async () => {
    const shop = await newShop();
    const { request } = await shop.ask(400);
    await shop.pay(400, request.accountNumber);
    const [payment] = await shop.payments();
    const input = { tillPaymentId: payment!.id, way: "reversal", note: "Out of stock" } as const;
    const refund = () => platform.call("POST /till-payments/:tillPaymentId/refund", input, shop.org);
    expect(await refund()).toMatchObject({ state: "sent" });
    await expect(refund()).rejects.toThrow("till_payment.refund_open");
    await platform.company.settled();
    await platform.runJobs();
    expect(await shown(shop)).toMatchObject([{ state: "refunded" }]);
    expect(await shop.request(request.id)).toMatchObject({ state: "cancelled", paidCents: 0 });
    expect(await shop.balances()).toMatchObject({ till: 0, collected: 0, suspense: 0 });
    await expect(refund()).rejects.toThrow("till_payment.not_refundable");
    expect(await platform.broken()).toBeNull();
  });

  it("by hand returns the customer's credit, and needs no operator", async () => {
    const shop = await newShop({ over: { operator: "", operatorPassword: "" } });
    const { request } = await shop.ask(400);
    await shop.pay(1000, request.accountNumber);
    const [payment] = await shop.payments();
    const refund = (way: "by_hand" | "reversal") =>
      platform.call(
        "POST /till-payments/:tillPaymentId/refund",
        { tillPaymentId: payment!.id, way, part: "rest", note: "Cash" },
        shop.org,
      );
    await expect(refund("reversal")).rejects.toThrow("till_payment.no_operator");
    expect(await refund("by_hand")).toMatchObject({ state: "done" });
    await expect(refund("by_hand")).rejects.toThrow("till_payment.not_refundable");
    expect(await shop.request(request.id)).toMatchObject({ state: "paid" });
    expect(await shop.balances()).toMatchObject({ till: -400, collected: 400 });
  });

  it("that M-Pesa refuses leaves the payment as it was", async () => {
    const shop = await newShop();
    await shop.pay(600, "X");
    accountOf(platform.company, shop.shortcode).balances.working = 0;
    const [payment] = await shop.payments();
    const input = { tillPaymentId: payment!.id, way: "reversal", note: "Paid twice" } as const;
    await platform.call("POST /till-payments/:tillPaymentId/refund", input, shop.org);
    await platform.company.settled();
    await platform.runJobs();
    const { refunds } = await platform.call(
      "GET /till-payments/:tillPaymentId",
      { tillPaymentId: payment!.id },
      shop.org,
    );
    expect(refunds).toMatchObject([{ state: "failed" }]);
    expect(await shown(shop)).toMatchObject([{ state: "unmatched" }]);
    expect(await shop.balances()).toMatchObject({ till: -600, suspense: 600 });
  });
});

describe("bad input", () => {
  it.each(["0", "-1", "0.00", "1e9", "abc", ""])("stores no payment of %j", async (amount) => {
    const shop = await newShop();
    await post(shop, { TransID: "UKLBAD0001", TransAmount: amount, BillRefNumber: "X" });
    expect(await shop.payments()).toEqual([]);
  });

  it("stores cents, the largest payments, one receipt once, and names in any script", async () => {
    const shop = await newShop();
    const give = (TransID: string, TransAmount: string, FirstName = "ASHA") =>
      post(shop, { TransID, TransAmount, BillRefNumber: "X", FirstName });
    await give("UKLCENTS01", "0.50");
    await give("UKLLARGE01", "999999999.00");
    await give("UKLLARGE02", "1000000000.00");
    await give("UKLNAMES01", "10.00", "Zoë 王小明 عائشة");
    await give("UKLNAMES01", "10.00");
    await give("UKLNAMES01", "999.00");
    const all = await shop.payments();
    expect(
      all.map(({ receipt, amountCents, state, payerName }) => ({ receipt, amountCents, state, payerName })),
    ).toEqual([
      { receipt: "UKLCENTS01", amountCents: 50, state: "unmatched", payerName: "ASHA" },
      { receipt: "UKLLARGE01", amountCents: 99_999_999_900, state: "unconfirmed", payerName: "ASHA" },
      { receipt: "UKLNAMES01", amountCents: 1000, state: "unmatched", payerName: "Zoë 王小明 عائشة" },
    ]);
    expect(await platform.broken()).toBeNull();
  });

  it("refuses a second till with the same number, and other organisations' tills and payments", async () => {
    const [one, other] = [await newShop(), await newShop()];
    const papers = {
      ...{ name: "Again", kind: "paybill" as const, number: one.number, nominatedPhone: "" },
      ...{ consumerKey: "k", consumerSecret: "s", passkey: "p" },
    };
    await expect(platform.call("POST /tills", papers, one.org)).rejects.toThrow("till.number_taken");
    await one.pay(100, "X");
    const [payment] = await one.payments();
    const theirs = { tillPaymentId: payment!.id };
    const calls = [
      () => platform.call("GET /till-payments/:tillPaymentId", theirs, other.org),
      () =>
        platform.call(
          "POST /till-payments/:tillPaymentId/assign",
          { ...theirs, contactId: other.contactId },
          other.org,
        ),
      () =>
        platform.call(
          "POST /till-payments/:tillPaymentId/assign",
          { ...theirs, contactId: other.contactId },
          one.org,
        ),
      () => platform.call("GET /tills/:tillId/statement", { tillId: one.tillId, month: "" }, other.org),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow("404");
    await expect(platform.call("GET /till-payments", { tillId: one.tillId }, other.org)).rejects.toThrow(
      "404",
    );
  });

  it("books 1,000 payments that arrive together, each once", async () => {
    const shop = await newShop();
    const { confirmationUrl } = accountOf(platform.company, shop.shortcode).urls!;
    const send = (n: number) => {
      const payment = { TransID: `UKM${String(n).padStart(7, "0")}`, TransAmount: "1.00", TransTime: "" };
      const body = JSON.stringify({ ...payment, BusinessShortCode: shop.shortcode, BillRefNumber: "X" });
      return platform.api.fetch(new Request(confirmationUrl, { method: "POST", body }));
    };
    for (let sent = 0; sent < 1000; sent += together) {
      const wave = await Promise.all(Array.from({ length: together }, (_, n) => send(sent + n)));
      expect(wave.filter(({ status }) => status !== 200)).toEqual([]);
    }
    await platform.runJobs();
    expect(await shop.payments()).toHaveLength(1000);
    expect(await shop.balances()).toMatchObject({ till: -1000, suspense: 1000 });
  });
});
