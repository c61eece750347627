import { asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { etimsSubmissions } from "#app/db/schema/money/etims.ts";
import { creditPayment } from "#app/domain/money/invoices/incoming.server.ts";
import { issueReceipts } from "#app/domain/money/invoices/issueReceipts.server.ts";
import { submitTaxDocuments } from "#app/domain/money/tax/submit.server.ts";
import { startEtimsSimulator } from "#simulators/etims/server.ts";
import { createBilledOrg } from "#tests/support/billing.ts";
import { createTestPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const kra = setUp(
  () =>
    startEtimsSimulator({
      ...{ port: 0, pin: "P000000000S", branch: "00", deviceSerial: "sandbox-device" },
      ...{ clientId: "sandbox-client", clientSecret: "sandbox-client-secret" },
    }),
  (running) => running.close(),
);
const platform = setUp(
  () =>
    createTestPlatform({
      startsAt: "2026-11-02T09:00:00Z",
      etimsUrl: kra.url,
      env: { ETIMS: "on" },
    }),
  (running) => running.close(),
);
const staff = setUp(() => platform.createOrg("Tarishi finance", "admin"));

const fault = (kind: string, more = {}) =>
  fetch(`${kra.url}/_sim/faults`, { method: "POST", body: JSON.stringify({ kind, ...more }) });

/** A receipt of KES 1,000, finalized now. */
let receipts = 0;
async function receiptFor(org: TestOrg): Promise<string> {
  const receipt = `SKTAX${++receipts}`;
  await platform.services.db.withSystem((tx) =>
    creditPayment(tx, org.ctx, {
      method: "mpesa",
      amountCents: 100_000,
      invoiceId: null,
      reference: `mpesa:${receipt}`,
      paymentId: null,
      receipt,
    }),
  );
  await issueReceipts(platform.services);
  const { invoices } = await platform.call("GET /billing/invoices", { type: "receipt" }, org);
  return invoices[0]!.id;
}

const shown = (org: TestOrg, invoiceId: string) =>
  platform.call("GET /billing/invoices/:invoiceId", { invoiceId }, org);

const stateOf = async (org: TestOrg, invoiceId: string) => (await shown(org, invoiceId)).tax?.state;

/** The documents registered at KRA, in order. */
const registered = async () =>
  (await (await fetch(`${kra.url}/_sim/ledger`)).text())
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { what: string; invcNo: number; trdInvcNo: string })
    .filter(({ what }) => what === "sale");

/** Resets KRA for the next test. */
async function catchUp() {
  platform.clock.advance(60 * 60_000);
  await submitTaxDocuments(platform.services);
}

it("invoice and receipt are registered in the order of their numbers, each once, and say so", async () => {
  const { org, invoiceId } = await createBilledOrg(platform);
  const receiptId = await receiptFor(org);
  expect(await stateOf(org, invoiceId)).toBe("waiting");
  await platform.runJobs();
  const { tax, document } = await shown(org, invoiceId);
  expect(tax).toMatchObject({ state: "accepted", controlUnitId: "KRACU0000000001" });
  expect(tax!.link).toContain(`Data=P000000000S00${tax!.signature}`);
  expect(await stateOf(org, receiptId)).toBe("accepted");
  const sales = await registered();
  expect(sales.map(({ invcNo }) => invcNo)).toEqual(sales.map((_, index) => index + 1));
  expect(sales.filter(({ trdInvcNo }) => trdInvcNo === document.number)).toHaveLength(1);
  const pdf = await platform.request("GET /billing/invoices/:invoiceId/pdf", { invoiceId }, org);
  expect(Buffer.from(await pdf.arrayBuffer()).toString("latin1")).toMatch(/\/S \/Figure/);
});

it("a lost response is queried before any other document is sent, and registered once", async () => {
  const org = await platform.createOrg();
  await fault("drop-answer");
  const first = await receiptFor(org);
  const second = await receiptFor(org);
  await platform.runJobs();
  expect([await stateOf(org, first), await stateOf(org, second)]).toEqual(["unknown", "waiting"]);
  await submitTaxDocuments(platform.services);
  expect(await stateOf(org, second), "not before the time has come").toBe("waiting");
  await catchUp();
  expect([await stateOf(org, first), await stateOf(org, second)]).toEqual(["accepted", "accepted"]);
  expect((await shown(org, first)).tax?.receiptNumber).toBeTruthy();
  const numbers = (await registered()).map(({ trdInvcNo }) => trdInvcNo);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it("a refusal holds back later documents until staff correct it and retry", async () => {
  const org = await platform.createOrg("Duka la Kodi");
  await fault("refuse", { code: "910", message: "Invalid custTin" });
  const first = await receiptFor(org);
  const second = await receiptFor(org);
  await platform.runJobs();
  await catchUp();
  const { tax, document } = await shown(org, first);
  expect(tax).toMatchObject({ state: "refused", resultText: "Invalid custTin" });
  expect(await stateOf(org, second)).toBe("waiting");

  const { items } = await platform.call("GET /admin/work", { list: "tax_refused" }, staff);
  expect(items).toMatchObject([{ id: first, title: document.number, businessName: "Duka la Kodi" }]);
  expect(items[0]!.details).toContain("1 waiting behind it");
  const retry = {
    invoiceId: first,
    customerName: "Duka la Kodi Ltd",
    customerPin: "p051234567x",
    reason: "The PIN was missing",
  };
  const wrongPin = { ...retry, customerPin: "123" };
  const path = "POST /admin/tax-documents/:invoiceId/retry";
  expect((await platform.request(path, wrongPin, staff)).status).toBe(400);
  expect((await platform.request(path, retry, org)).status).toBe(403);
  await platform.call(path, retry, staff);
  expect((await platform.request(path, retry, staff)).status).toBe(409);
  await platform.runJobs();
  expect([await stateOf(org, first), await stateOf(org, second)]).toEqual(["accepted", "accepted"]);
});

it("two workers at once send nothing twice, and a document keeps its number while KRA is unreachable", async () => {
  const org = await platform.createOrg();
  await fault("http500");
  const ids = [await receiptFor(org), await receiptFor(org), await receiptFor(org)];
  await platform.runJobs();
  expect(await stateOf(org, ids[0]!)).toBe("unknown");
  platform.clock.advance(60 * 60_000);
  await Promise.all([submitTaxDocuments(platform.services), submitTaxDocuments(platform.services)]);
  await catchUp();
  for (const id of ids) expect(await stateOf(org, id)).toBe("accepted");
  const rows = await platform.services.db.withSystem((tx) =>
    tx.select().from(etimsSubmissions).orderBy(asc(etimsSubmissions.taxNumber)),
  );
  expect(rows.map(({ taxNumber }) => taxNumber)).toEqual(rows.map((_, index) => index + 1));
  expect((await registered()).map(({ invcNo }) => invcNo)).toEqual(rows.map(({ taxNumber }) => taxNumber));
  const change = platform.services.db.withSystem((tx) =>
    tx.update(etimsSubmissions).set({ taxNumber: 99 }).where(eq(etimsSubmissions.invoiceId, ids[0]!)),
  );
  await expect(change).rejects.toThrow();
});

it("a credit note names the number of its invoice", async () => {
  const { org, invoiceId } = await createBilledOrg(platform);
  const credit = { invoiceId, amountCents: 500_00, reason: "One number too many", key: "credit-note-tax" };
  const { creditNoteId } = await platform.call("POST /admin/invoices/:invoiceId/credit", credit, staff);
  await platform.runJobs();
  expect(await stateOf(org, creditNoteId)).toBe("accepted");
  const rows = await platform.services.db.withSystem((tx) => tx.select().from(etimsSubmissions));
  const numberOf = (id: string) => rows.find((row) => row.invoiceId === id);
  expect(numberOf(creditNoteId)!.originalTaxNumber).toBe(numberOf(invoiceId)!.taxNumber);
});
