import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { mails } from "#app/db/schema/record/mails.ts";
import { notifyOfPrice } from "#app/domain/console/billing/notifyOfPrice.server.ts";
import { balanceOf, createBilledOrg, makeEnterprise } from "#tests/support/billing.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { staffOf } from "#tests/support/staff.ts";

const platform = setUpPlatform();

const staffMember = staffOf(platform);

const today = () => platform.services.clock.now().toISOString().slice(0, 10);

const logOf = async (org: TestOrg) =>
  (await platform.call("GET /activity-logs", { type: "billing" }, org)).logs.map(
    ({ action, details }) => `${action}: ${details}`,
  );

async function announcedTransfer() {
  const { org, invoiceId } = await createBilledOrg(platform);
  await platform.call("POST /payments", { method: "bank", invoiceId, key: randomUUID() }, org);
  return { org, invoiceId };
}

describe("an announced bank transfer", () => {
  it("is reconciled once when two administrators do it together, and the organisation sees it paid and why", async () => {
    const [asha, brian] = [await staffMember("finance"), await staffMember("finance")];
    const { org, invoiceId } = await announcedTransfer();
    const before = await platform.call("GET /admin/invoices/:invoiceId", { invoiceId }, asha);
    expect(before.invoice).toMatchObject({ method: "bank", reconciled: false, awaitsTransfer: true });
    const mark = (staff: TestOrg, bankReference: string) =>
      platform.request(
        "POST /admin/invoices/:invoiceId/reconcile",
        { invoiceId, bankReference, paidOn: today(), notes: "Seen on the statement of Equity" },
        staff,
      );
    const both = await Promise.all([mark(asha, "FT77001"), mark(brian, "FT77002")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = await both.find(({ status }) => status === 409)!.json();
    expect(JSON.stringify(refused)).toMatch(/has already reconciled INV-/);

    const { document } = await platform.call("GET /billing/invoices/:invoiceId", { invoiceId }, org);
    expect(document).toMatchObject({ status: "paid", paidWith: "bank transfer" });
    expect(await balanceOf(platform, org, "wallet")).toBe(0);
    expect((await logOf(org)).join("\n")).toMatch(
      /Bank transfer reconciled.*Seen on the statement of Equity/,
    );
    const after = await platform.call("GET /admin/invoices/:invoiceId", { invoiceId }, asha);
    expect(after.invoice).toMatchObject({ reconciled: true, awaitsTransfer: false });

    // Importing the same line from the statement later books nothing.
    const { bankReference } = after.reconciliation!;
    const csv = `Date,Reference,Narration,Credit\n${today()},${bankReference},Duka,15000\n`;
    expect(await platform.call("POST /admin/bank/statements", { csv }, asha)).toMatchObject({ known: 1 });
  });

  it("is refused for an invoice not paid by bank, a future date, or another organisation's reference", async () => {
    const staff = await staffMember("finance");
    const { invoiceId } = await createBilledOrg(platform);
    const mark = async (id: string, changes: object) => {
      const form = { invoiceId: id, bankReference: "FT88001", paidOn: today(), notes: "Seen at the bank" };
      return (
        await platform.request("POST /admin/invoices/:invoiceId/reconcile", { ...form, ...changes }, staff)
      ).status;
    };
    expect(await mark(invoiceId, {})).toBe(409);
    const [one, two] = [await announcedTransfer(), await announcedTransfer()];
    expect(await mark(one.invoiceId, { paidOn: "2099-01-01" })).toBe(400);
    expect(await mark(one.invoiceId, { notes: "x".repeat(10_000) })).toBe(400);
    expect(await mark(one.invoiceId, {})).toBe(200);
    expect(await mark(two.invoiceId, {})).toBe(409);
    expect(await mark("inv_nobodys", {})).toBe(404);
  });
});

it("a manual reminder is emailed at most once a day, and not for a disputed invoice", async () => {
  const staff = await staffMember("finance");
  const { org, invoiceId } = await createBilledOrg(platform);
  const remind = () =>
    platform.request(
      "POST /admin/invoices/:invoiceId/reminder",
      { invoiceId, reason: "Please pay this week" },
      staff,
    );
  const reminders = () =>
    platform.services.db.withSystem((tx) =>
      tx.select({ to: mails.recipient }).from(mails).where(eq(mails.kind, "payment_reminder")),
    );
  const before = (await reminders()).length;
  const both = await Promise.all([remind(), remind()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await reminders()).toHaveLength(before + 1);
  expect((await logOf(org)).join("\n")).toMatch(/Payment reminder sent.*Please pay this week/);
  await platform.call(
    "POST /billing/invoices/:invoiceId/dispute",
    { invoiceId, reason: "We had agreed on another price" },
    org,
  );
  expect((await remind()).status).toBe(409);
});

describe("a dispute", () => {
  async function disputed() {
    const { org, invoiceId } = await createBilledOrg(platform);
    await platform.call(
      "POST /billing/invoices/:invoiceId/dispute",
      { invoiceId, reason: "We had agreed on another price" },
      org,
    );
    return { org, invoiceId };
  }
  const resolve = (staff: TestOrg, invoiceId: string, changes: object) =>
    platform.request(
      "POST /admin/invoices/:invoiceId/resolve-dispute",
      { invoiceId, resolution: "Agreed with your manager", ...changes },
      staff,
    );

  it("is resolved by a credit note: the amount due falls, in the ledger and for the organisation", async () => {
    const staff = await staffMember("finance");
    const { org, invoiceId } = await disputed();
    const { disputes } = await platform.call("GET /admin/disputes", {}, staff);
    expect(disputes.find((row) => row.invoiceId === invoiceId)).toMatchObject({ status: "open" });
    const credit = { outcome: "credit_note", amountCents: 500_000 };
    expect((await resolve(staff, invoiceId, { ...credit, amountCents: 99_000_000 })).status).toBe(400);
    expect((await resolve(staff, invoiceId, { outcome: "credit_note" })).status).toBe(400);
    const both = await Promise.all([resolve(staff, invoiceId, credit), resolve(staff, invoiceId, credit)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const shown = await platform.call("GET /billing/invoices/:invoiceId", { invoiceId }, org);
    expect(shown.document).toMatchObject({ status: "pending", creditedCents: 500_000 });
    expect(shown.dispute).toMatchObject({ status: "resolved", resolution: "Agreed with your manager" });
    expect((await logOf(org)).join("\n")).toMatch(/Dispute resolved.*Agreed with your manager/);
    const { entries } = await platform.call("GET /wallet/entries", {}, org);
    expect(entries[0]!.description).toMatch(/Dispute about invoice INV-.*credit note/);
  });

  it("is resolved by a wallet credit, booked in the ledger", async () => {
    const staff = await staffMember("finance");
    const { org, invoiceId } = await disputed();
    await resolve(staff, invoiceId, { outcome: "wallet_credit", amountCents: 70_000 });
    expect(await balanceOf(platform, org, "wallet")).toBe(70_000);
  });
});

it("a payout made by bank is booked against the bank account, not M-Pesa's", async () => {
  const staff = await staffMember("finance");
  const { orgId } = await platform.createOrg();
  const paidOut = async () => {
    const { methods } = await platform.call("GET /admin/billing/reconciliation", {}, staff);
    return new Map(methods.map(({ method, paidOutCents }) => [method, paidOutCents]));
  };
  const before = await paidOut();
  for (const [method, cents] of Object.entries({ bank: 18_520, mpesa: 700 }))
    await platform.services.db.system.query(
      `insert into payouts (org_id, id, reference, state, method, phone, amount_cents)
        values ($1, 'pot_' || $2, 'settlement:' || $2, 'paid', $2, '0011', $3)`,
      [orgId, method, cents],
    );
  const after = await paidOut();
  expect(after.get("bank")! - before.get("bank")!).toBe(18_520);
  expect(after.get("mpesa")! - before.get("mpesa")!).toBe(700);
});

it("our own price is added with 30 days' notice, and affected organisations are notified once, by log and email", async () => {
  const staff = await staffMember("finance");
  const org = await platform.createOrg();
  await makeEnterprise(platform, org);
  const price = {
    ...{ planType: "Enterprise", billingType: "postpaid", includedMessages: 90_000 },
    ...{ monthlyCents: 1_600_000, perMessageCents: 210, reason: "Meta charges service messages now" },
  };
  const add = async (effectiveFrom: string) =>
    (await platform.request("POST /admin/rates/prices", { ...price, effectiveFrom }, staff)).status;
  expect(await add(today())).toBe(400);
  expect(await add("2099-01-01")).toBe(200);
  expect(await add("2099-01-01")).toBe(409);
  const card = await platform.services.db.owner.query<{ id: string }>(
    "select id from rate_cards where effective_from > '2098-01-01'",
  );
  const notified = await notifyOfPrice({
    services: platform.services,
    input: { rateCardId: card.rows[0]!.id, reason: price.reason, after: "" },
  });
  expect(notified.notified).toBeGreaterThan(0);
  expect((await logOf(org)).join("\n")).toMatch(
    /Your price is changing: KES.16,000.00 per month.*service messages now/,
  );
  const { plan } = await platform.call("GET /wallet", {}, org);
  expect(plan.monthlyCents).toBe(1_500_000);
});

it("a work item is taken by one administrator, passed on with a reason, and shows its age", async () => {
  const [asha, brian] = [await staffMember("finance"), await staffMember("finance")];
  const support = await staffMember("support");
  const csv = `Date,Reference,Narration,Credit\n2026-11-20,FTWORK1,No idea,700\n`;
  await platform.call("POST /admin/bank/statements", { csv }, asha);
  const { items } = await platform.call("GET /admin/work", { list: "unmatched" }, asha);
  const item = items.find(({ title }) => title === "Bank FTWORK1")!;
  const place = { list: "unmatched" as const, itemId: item.id };
  const both = await Promise.all(
    [asha, brian].map((staff) => platform.request("POST /admin/work/:list/:itemId/take", place, staff)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const handOn = { ...place, reason: "You know this payer" };
  const toSupport = { ...handOn, to: support.userId };
  expect((await platform.request("POST /admin/work/:list/:itemId/hand-on", toSupport, asha)).status).toBe(
    404,
  );
  await platform.call("POST /admin/work/:list/:itemId/hand-on", { ...handOn, to: brian.userId }, asha);
  const found = await platform.call("GET /admin/work/:list/:itemId", place, asha);
  expect(found.item.ownerId).toBe(brian.userId);
});

it("lists are exported as CSV, and invoices are found by number, status and plan", async () => {
  const staff = await staffMember("finance");
  const { invoiceId } = await createBilledOrg(platform);
  const { invoice } = await platform.call("GET /admin/invoices/:invoiceId", { invoiceId }, staff);
  const list = (query: object) => platform.call("GET /admin/invoices", query, staff);
  const filter = { search: invoice.invoiceNumber, status: "pending", plan: "Enterprise" };
  expect((await list(filter)).invoices.map(({ id }) => id)).toEqual([invoiceId]);
  expect((await list({ ...filter, plan: "Starter" })).invoices).toEqual([]);
  expect((await list({ search: invoice.invoiceNumber, page: 99 })).page).toBe(1);
  for (const what of ["invoices", "disputes", "entries", "costs", "work"]) {
    const file = await platform.request("GET /admin/billing/file", { what }, staff);
    expect([what, file.headers.get("content-type")]).toEqual([what, "text/csv; charset=utf-8"]);
    if (what === "invoices") expect(await file.text()).toContain(invoice.invoiceNumber);
  }
});
