import { randomInt, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bankStatementLines } from "#app/db/schema/money/bank.ts";
import { sweepReversals } from "#app/domain/money/corrections/reversePayment.server.ts";
import { creditReturned } from "#app/domain/money/invoices/creditReturned.server.ts";
import { issueReceipts } from "#app/domain/money/invoices/issueReceipts.server.ts";
import { registerPaybill } from "#app/worker/payments.server.ts";
import { payByHand } from "#simulators/mpesa/c2b.ts";
import { balanceOf } from "#tests/support/billing.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPaymentPlatform();
const staff = setUp(async () => {
  await registerPaybill(platform.services);
  return platform.createOrg("Operations", "admin");
});
const reason = "Booked to the wrong shop";

const accountOf = async (org: TestOrg) =>
  (await platform.call("GET /top-up", {}, org)).paybill!.accountNumber;

async function pay(account: string, amount = 1500) {
  const msisdn = `2547${randomInt(10_000_000, 89_999_999)}`;
  const paid = await payByHand(platform.company, { msisdn, amount, account });
  await platform.runJobs();
  return paid;
}

const entryOf = async (org: TestOrg, search: string) => {
  const { entries } = await platform.call("GET /admin/billing/entries", { search, kind: "money" }, staff);
  return entries.find(({ orgId }) => orgId === org.orgId)!;
};
const reverse = (org: TestOrg, journalEntryId: string, as: TestOrg = staff) =>
  platform.request(
    "POST /admin/entries/:orgId/:journalEntryId/reverse",
    { orgId: org.orgId, journalEntryId, reason },
    as,
  );
/** Our query to M-Pesa has its result. */
const settled = (receipt: string) =>
  expect
    .poll(async () => {
      await platform.runJobs();
      const { reversals } = await platform.call("GET /admin/payments/receipts/:receipt", { receipt }, staff);
      return reversals[0]?.state;
    })
    .toMatch(/done|failed/);
const giveBack = (receipt: string) =>
  platform.request("POST /admin/payments/receipts/:receipt/reverse", { receipt, reason }, staff);
const titlesOf = async (org: TestOrg) =>
  (await platform.call("GET /wallet/entries", {}, org)).entries.map(({ description }) => description);

describe("a wrong entry", () => {
  it("is reversed once, with a reason that the organisation reads, and its money waits for its rightful owner", async () => {
    const [org, right] = [await platform.createOrg(), await platform.createOrg()];
    const { receipt } = await pay(await accountOf(org));
    const { id } = await entryOf(org, receipt);
    const both = await Promise.all([reverse(org, id), reverse(org, id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await platform.walletOf(org)).toBe(0);
    expect((await titlesOf(org))[0]).toContain(reason);
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    expect(logs.map(({ action }) => action)).toContain("Entry reversed");
    const input = { receipt, organisation: right.orgId, reason: "Called us" };
    await platform.call("POST /admin/payments/assign", input, staff);
    expect(await platform.walletOf(right)).toBe(1500);
    expect(await platform.broken()).toBeNull();
  });

  it("can be assigned to the same organisation again", async () => {
    const org = await platform.createOrg();
    const { receipt } = await pay(await accountOf(org));
    await reverse(org, (await entryOf(org, receipt)).id);
    const input = { receipt, organisation: org.orgId, reason: "It was theirs after all" };
    await platform.call("POST /admin/payments/assign", input, staff);
    expect(await platform.walletOf(org)).toBe(1500);
    expect(await platform.broken()).toBeNull();
  });

  it("is not reversed by a member, in another book, without a reason, or when the money is spent", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    const { receipt } = await pay(await accountOf(org));
    const { id } = await entryOf(org, receipt);
    expect((await reverse(org, id, org)).status).toBe(403);
    expect((await reverse(other, id)).status).toBe(404);
    const empty = { orgId: org.orgId, journalEntryId: id, reason: " " };
    const refused = await platform.request(
      "POST /admin/entries/:orgId/:journalEntryId/reverse",
      empty,
      staff,
    );
    expect(refused.status).toBe(400);
    // Spent by a refund: nothing of it is left in the wallet.
    await giveBack(receipt);
    await settled(receipt);
    const answer = await reverse(org, id);
    expect(answer.status).toBe(409);
    expect(((await answer.json()) as { code: string }).code).toBe("entry.spent");
  });
});

describe("a mistaken M-Pesa payment", () => {
  it("is refunded to its payer once; the organisation sees line and event", async () => {
    const org = await platform.createOrg();
    const { receipt } = await pay(await accountOf(org), 700);
    await pay(await accountOf(org), 300);
    const both = await Promise.all([giveBack(receipt), giveBack(receipt)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await settled(receipt);
    expect(await platform.walletOf(org)).toBe(300);
    expect(
      platform.company.state.transactions.find((one) => one.receipt === receipt)?.reversedBy,
    ).toBeTruthy();
    const found = await platform.call("GET /admin/payments/receipts/:receipt", { receipt }, staff);
    expect(found.reversals).toMatchObject([{ state: "done", reason }]);
    const { entries } = await platform.call("GET /wallet/entries", {}, org);
    // Taken from the refunded top-up, not from the oldest.
    expect(entries[0]).toMatchObject({ walletCents: -70_000, paidFrom: [{ cents: 70_000 }] });
    expect(entries[0]!.paidFrom[0]!.description).toContain(receipt);
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    expect(logs.map(({ action }) => action)).toContain("Payment refunded");
    expect(await platform.broken()).toBeNull();
  });

  it("has a credit note for its receipt once refunded, and none before", async () => {
    const org = await platform.createOrg();
    const { receipt } = await pay(await accountOf(org), 700);
    const issue = async () => {
      await issueReceipts(platform.services);
      await creditReturned(platform.services);
    };
    await issue();
    const { working } = platform.company.state.balances;
    platform.company.state.balances.working = 0;
    await giveBack(receipt);
    await settled(receipt);
    platform.company.state.balances.working = working;
    await issue();
    const documents = async () => (await platform.call("GET /billing/invoices", {}, org)).invoices;
    expect(
      (await documents()).map(({ kind }) => kind),
      "M-Pesa refused",
    ).toEqual(["receipt"]);
    const search = { search: receipt, kind: "top_up" } as const;
    const { entries } = await platform.call("GET /admin/billing/entries", search, staff);
    expect((await reverse(org, entries[0]!.id)).status).toBe(200);
    await Promise.all([issue(), issue()]);
    const both = await documents();
    expect(both.map(({ kind }) => kind).sort()).toEqual(["credit_note", "receipt"]);
    const note = both.find(({ kind }) => kind === "credit_note")!;
    const credited = both.find(({ kind }) => kind === "receipt")!;
    expect(note).toMatchObject({ totalCents: 70_000, creditsInvoiceId: credited.id });
    expect(credited.creditedCents).toBe(70_000);
    expect(note.number).toMatch(/^CRN-/);
  });

  it("is credited again when M-Pesa refuses, and queried when no response came", async () => {
    const org = await platform.createOrg();
    const { receipt } = await pay(await accountOf(org), 700);
    const { working } = platform.company.state.balances;
    platform.company.state.balances.working = 0;
    await giveBack(receipt);
    await settled(receipt);
    expect(await platform.walletOf(org)).toBe(700);
    platform.company.state.balances.working = working;
    // The result is removed, as if it had been lost.
    await giveBack(receipt);
    await expect
      .poll(() => platform.company.state.transactions.find((one) => one.receipt === receipt)?.reversedBy)
      .toBeTruthy();
    await platform.company.settled();
    platform.waiting.length = 0;
    platform.clock.advance(16 * 60_000);
    expect(await sweepReversals(platform.services)).toBe(1);
    await settled(receipt);
    const found = await platform.call("GET /admin/payments/receipts/:receipt", { receipt }, staff);
    expect(found.reversals.map(({ state }) => state)).toEqual(["done", "failed"]);
    expect(await platform.walletOf(org)).toBe(0);
    expect(await platform.broken()).toBeNull();
  });

  it("in suspense is refunded too, and can't be claimed afterwards", async () => {
    const org = await platform.createOrg();
    const { receipt } = await pay("NOBODYS", 700);
    await giveBack(receipt);
    await settled(receipt);
    const claim = await platform.request("POST /payments/claim", { receipt, amountKes: "700" }, org);
    expect(claim.status).toBe(404);
    expect(await platform.broken()).toBeNull();
  });
});

describe("unmatched money", () => {
  it("is suggested to the account one typo away, and credited by one click, once", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    const number = await accountOf(org);
    await accountOf(other);
    await pay(`${number.slice(0, 2)}${number[3]}${number[2]}${number.slice(4)}0`.slice(0, 9), 50);
    const slip = number.slice(0, 3) + String((Number(number[3]) + 1) % 10) + number.slice(4);
    await pay(slip, 650);
    const suggested = async (as: TestOrg) =>
      (await platform.call("GET /unclaimed-payments", {}, as)).suggestions;
    const found = (await suggested(org)).find(({ amountCents }) => amountCents === 65_000)!;
    expect(found.typed).toBe(slip);
    expect(await suggested(other)).toEqual([]);
    const claim = (as: TestOrg) =>
      platform.request("POST /unclaimed-payments/claim", { suggestion: found.suggestion }, as);
    expect((await claim(other)).status).toBe(404);
    const both = await Promise.all([claim(org), claim(org)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await platform.walletOf(org)).toBe(650);
    expect(await platform.broken()).toBeNull();
  });

  it("by bank is claimed with the bank's reference and the amount, or suggested by a reference with a typo", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    const input = { method: "bank" as const, amountKes: 800, key: randomUUID() };
    const { paymentId } = await platform.call("POST /payments", input, org);
    const { payment } = await platform.call("GET /payments/:paymentId", { paymentId }, org);
    const slip = `${payment.reference!.slice(0, 4)}${payment.reference!.slice(5)}`;
    const [first, second] = [`FT${randomInt(1e9)}`, `FT${randomInt(1e9)}`];
    const csv = `Date,Reference,Narration,Credit\n2026-11-20,${first},Cash,"2,500.50"\n2026-11-20,${second},RTGS ${slip},800\n`;
    await platform.call("POST /admin/bank/statements", { csv }, staff);
    const claim = (amount: string, as: TestOrg) =>
      platform
        .request("POST /payments/claim-transfer", { bankReference: first.toLowerCase(), amount }, as)
        .then(({ status }) => status);
    expect(await claim("2500", other)).toBe(404);
    expect(await claim("2500.50", org)).toBe(200);
    expect(await claim("2500.50", other)).toBe(404);
    const { suggestions } = await platform.call("GET /unclaimed-payments", {}, org);
    expect(suggestions).toMatchObject([{ method: "bank", amountCents: 80_000 }]);
    await platform.call("POST /unclaimed-payments/claim", suggestions[0]!, org);
    expect(await balanceOf(platform, org, "wallet")).toBe(330_050);
    // Reversed by staff, it is on the work list again.
    await reverse(org, (await entryOf(org, first)).id);
    const [line] = await platform.services.db.systemReads
      .select()
      .from(bankStatementLines)
      .where(and(eq(bankStatementLines.bankReference, first)));
    expect(line).toMatchObject({ state: "open" });
    expect(await platform.broken()).toBeNull();
  });
});
