import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { ledgerAccounts, platformBook } from "#app/db/schema/money/ledger.ts";
import { mpesaReceipts, paymentNotices } from "#app/db/schema/money/payments.ts";
import { applyNotices } from "#app/domain/money/payments/apply.server.ts";
import { pullPayments } from "#app/domain/money/payments/pull.server.ts";
import { receiveNotice } from "#app/domain/money/payments/receive.server.ts";
import { parseAddresses } from "#app/platform/http/addresses.ts";
import { hookPath } from "#app/platform/secrets/paymentsHook.ts";
import { registerPaybill } from "#app/worker/payments.server.ts";
import { payByHand } from "#simulators/mpesa/c2b.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPaymentPlatform();
beforeAll(() => registerPaybill(platform.services));
const org = setUp(() => platform.createOrg());
const staff = setUp(() => platform.createOrg("Finance", "admin"));
const account = setUp(() => platform.call("GET /top-up", {}, org).then(({ paybill }) => paybill!));

let receipts = 0;
const newReceipt = () => `UKT${String(receipts++).padStart(7, "0")}`;

const confirmation = (over: object = {}) => ({
  TransactionType: "Pay Bill",
  ...{ TransID: newReceipt(), TransTime: "20261121121325", TransAmount: "1500.00" },
  ...{ BusinessShortCode: account.shortcode, BillRefNumber: account.accountNumber },
  MSISDN: "2547 ***** 126",
  ...over,
});

async function post(
  body: unknown,
  { path = hookPath(platform.services.config), from = "196.201.214.200" } = {},
) {
  const answer = await platform.api.fetch(
    new Request(`http://localhost:4000/api/hooks/payments/${path}/confirmations`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-client-address": from },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
  return answer.status;
}

async function receiptOf(receipt: string) {
  const [found] = await platform.services.db.systemReads
    .select()
    .from(mpesaReceipts)
    .where(eq(mpesaReceipts.receipt, receipt));
  return found;
}

const suspenseKes = async () => {
  const [found] = await platform.services.db.systemReads
    .select()
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.orgId, platformBook), eq(ledgerAccounts.name, "suspense")));
  return (found?.balanceCents ?? 0) / 100;
};

/** A payment of a real customer whose amount is above the limit. */
async function payMuch(amount: number) {
  const paid = await payByHand(platform.company, {
    msisdn: "254708374149",
    amount,
    account: account.accountNumber,
  });
  await applyNotices(platform.services);
  return paid.receipt;
}

describe("a confirmation at the paybill", () => {
  it.each<[string, unknown]>([
    [
      "a NUL in a text",
      '{"TransID":"UKL51ZDR4F","TransAmount":"10","BusinessShortCode":"174379","BillRefNumber":"a\\u0000b"}',
    ],
    [
      "half a surrogate pair",
      '{"TransID":"UKL51ZDR4F","TransAmount":"10","BusinessShortCode":"174379","FirstName":"\\ud800"}',
    ],
    ["a list", "[null]"],
    ["null", "null"],
    ["no JSON", "TransID=1"],
    ["no receipt", { TransAmount: "10", BusinessShortCode: "174379" }],
    ["an amount that is none", confirmation({ TransAmount: "-10" })],
    ["another shortcode", confirmation({ BusinessShortCode: "111111" })],
    ["no shortcode", confirmation({ BusinessShortCode: undefined })],
  ])("is refused with %s, and nothing is stored", async (_, body) => {
    const count = () => platform.services.db.systemReads.$count(paymentNotices);
    const before = await count();
    expect(await post(body)).toBe(400);
    expect(await count()).toBe(before);
  });

  it("stored with another shortcode or an unreadable body is not credited, and not retried", async () => {
    const before = await platform.walletOf(org);
    const store = (body: string) =>
      receiveNotice(platform.services, { kind: "confirmation", subjectId: null, body });
    await store(JSON.stringify(confirmation({ BusinessShortCode: "111111" })));
    await store("{");
    await applyNotices(platform.services);
    expect(await applyNotices(platform.services)).toEqual({ applied: 0 });
    expect(await platform.walletOf(org)).toBe(before);
  });

  it("stored with characters PostgreSQL cannot hold is still credited", async () => {
    const before = await platform.walletOf(org);
    const body = JSON.stringify(
      confirmation({ MSISDN: "2547\u0000", BillRefNumber: `${account.accountNumber}\u0000` }),
    );
    await receiveNotice(platform.services, { kind: "confirmation", subjectId: null, body });
    await applyNotices(platform.services);
    expect(await platform.walletOf(org)).toBe(before + 1500);
  });

  it("that cannot be credited goes to suspense with its receipt, and the others are credited", async () => {
    const before = { wallet: await platform.walletOf(org), suspense: await suspenseKes() };
    const [bad, good] = [confirmation(), confirmation({ TransAmount: "200.00" })];
    await platform.services.db.owner.query(`
      create function refuse_entry() returns trigger language plpgsql as $$ begin
        if new.reference = 'mpesa:${bad.TransID}' and new.kind = 'top_up' then raise exception 'refused' using errcode = '23514'; end if;
        return new; end $$;
      create trigger refuse_entry before insert on journal_entries for each row execute function refuse_entry()`);
    try {
      for (const notice of [bad, good]) expect(await post(notice)).toBe(200);
      await applyNotices(platform.services);
    } finally {
      await platform.services.db.owner.query(
        "drop trigger refuse_entry on journal_entries; drop function refuse_entry()",
      );
    }
    expect(await platform.walletOf(org)).toBe(before.wallet + 200);
    expect(await suspenseKes()).toBe(before.suspense + 1500);
    expect(await receiptOf(bad.TransID)).toMatchObject({
      state: "suspense",
      amountCents: 150_000,
      orgId: null,
    });
    const { items } = await platform.call("GET /admin/work", { list: "unmatched" }, staff);
    expect(items.find(({ id }) => id === bad.TransID)?.details).toContain(
      "Could not be credited automatically",
    );
    const input = { receipt: bad.TransID, organisation: org.orgId, reason: "It names their account" };
    await platform.call("POST /admin/payments/assign", input, staff);
    expect(await platform.walletOf(org)).toBe(before.wallet + 1700);
    expect(await platform.broken()).toBeNull();
  });

  it("is accepted only at the current or recent address, and from allowed addresses", async () => {
    const { config } = platform.services;
    const old = hookPath(config);
    const [secret, before] = [config.paymentsHookSecret, await platform.walletOf(org)];
    config.paymentsHookSecret = "the-next-secret-of-24-signs";
    config.previousPaymentsHookSecret = secret;
    try {
      expect(hookPath(config)).not.toBe(old);
      expect([await post(confirmation()), await post(confirmation(), { path: old })]).toEqual([200, 200]);
      config.previousPaymentsHookSecret = undefined;
      expect(await post(confirmation(), { path: old })).toBe(404);
      config.safaricomAddresses = parseAddresses("196.201.214.0/24, 196.201.212.0/24");
      expect(await post(confirmation())).toBe(200);
      expect(await post(confirmation(), { from: "41.90.1.2" })).toBe(404);
    } finally {
      Object.assign(config, {
        paymentsHookSecret: secret,
        previousPaymentsHookSecret: undefined,
        safaricomAddresses: undefined,
      });
    }
    await applyNotices(platform.services);
    expect(await platform.walletOf(org)).toBe(before + 4500);
  });
});

describe("a confirmation above the limit", () => {
  it("moves nothing when it is forged, whoever claims it", async () => {
    const before = { wallet: await platform.walletOf(org), suspense: await suspenseKes() };
    const forged = confirmation({ TransAmount: "123456.00" });
    expect(await post(forged)).toBe(200);
    await platform.runJobs();
    await platform.company.settled();
    await platform.runJobs();
    expect(await receiptOf(forged.TransID)).toMatchObject({ state: "unconfirmed", orgId: null });
    const input = { receipt: forged.TransID, amountKes: "123456" };
    expect((await platform.request("POST /payments/claim", input, org)).status).toBe(404);
    const assign = { receipt: forged.TransID, organisation: org.orgId, reason: "They say so" };
    expect((await platform.request("POST /admin/payments/assign", assign, staff)).status).toBe(404);
    // Neither does a smaller one with the same receipt.
    expect(await post({ ...forged, TransAmount: "100.00" })).toBe(200);
    await applyNotices(platform.services);
    expect(await platform.walletOf(org)).toBe(before.wallet);
    expect(await suspenseKes()).toBe(before.suspense);
    const { items } = await platform.call("GET /admin/work", { list: "unknown" }, staff);
    expect(items.map(({ id }) => id)).toContain(forged.TransID);
    await platform.call(
      "POST /admin/work/unknown/:itemId/ask-again",
      { itemId: forged.TransID, reason: "They called" },
      staff,
    );
    expect(platform.waiting.map(({ job }) => job.name)).toContain("confirm-receipt");
    platform.waiting.length = 0;
  });

  it("is credited by the pull, once, with the amount and account that M-Pesa has", async () => {
    const before = await platform.walletOf(org);
    const receipt = await payMuch(20_000);
    expect(await platform.walletOf(org)).toBe(before);
    expect(await receiptOf(receipt)).toMatchObject({ state: "unconfirmed" });
    await platform.runJobs();
    expect(await platform.walletOf(org)).toBe(before + 20_000);
    expect(await receiptOf(receipt)).toMatchObject({ state: "credited", orgId: org.orgId, note: null });
    await Promise.all([pullPayments(platform.services), pullPayments(platform.services)]);
    expect(await platform.walletOf(org)).toBe(before + 20_000);
    expect(await platform.broken()).toBeNull();
  });

  it("is credited by the status query when pulling is not allowed", async () => {
    const before = await platform.walletOf(org);
    platform.company.state.pullRegistered = false;
    const receipt = await payMuch(30_000);
    for (let round = 0; round < 2; round += 1) {
      const waiting = platform.waiting.splice(0);
      for (const { job, payload } of waiting) await job.run(platform.services, payload);
      await platform.company.settled();
    }
    await applyNotices(platform.services);
    platform.company.state.pullRegistered = true;
    expect(await receiptOf(receipt)).toMatchObject({ state: "credited" });
    expect(await platform.walletOf(org)).toBe(before + 30_000);
    platform.waiting.length = 0;
  });
});

it("fifty confirmations at once are credited by one run, for several organisations, each once", async () => {
  const others: TestOrg[] = [org, await platform.createOrg(), await platform.createOrg()];
  const accounts = await Promise.all(
    others.map((one) => platform.call("GET /top-up", {}, one).then(({ paybill }) => paybill!.accountNumber)),
  );
  const before = await Promise.all(others.map((one) => platform.walletOf(one)));
  platform.waiting.length = 0;
  const notices = Array.from({ length: 50 }, (_, index) =>
    confirmation({ BillRefNumber: accounts[index % 3], TransAmount: "10.00" }),
  );
  await Promise.all([...notices, notices[0]].map((notice) => post(notice)));
  const first = platform.waiting.find(({ job }) => job.name === "apply-payment-notice")!;
  await Promise.all([first.job.run(platform.services, {}), first.job.run(platform.services, {})]);
  const after = await Promise.all(others.map((one) => platform.walletOf(one)));
  expect(after.map((kes, index) => kes - before[index]!)).toEqual([170, 170, 160]);
  expect(await applyNotices(platform.services)).toEqual({ applied: 0 });
  await platform.runJobs();
  const { invoices } = await platform.call("GET /billing/invoices", { type: "receipt" }, others[2]!);
  expect(invoices).toHaveLength(16);
  expect(await platform.broken()).toBeNull();
});
