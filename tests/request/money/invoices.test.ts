import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { invoiceLines, invoiceReminders, invoices } from "#app/db/schema/money/invoices.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { draftDocument } from "#app/domain/money/invoices/draft.server.ts";
import { finalizeDocument } from "#app/domain/money/invoices/finalize.server.ts";
import { creditPayment } from "#app/domain/money/invoices/incoming.server.ts";
import { issueReceipts } from "#app/domain/money/invoices/issueReceipts.server.ts";
import { remindOfInvoices } from "#app/domain/money/invoices/remind.server.ts";
import {
  draftMonth,
  finalizeDrafts,
  runMonthlyBilling,
} from "#app/domain/money/invoices/runMonthly.server.ts";
import { pricedLine, totalsOf } from "#app/domain/money/prices/amounts.ts";
import { balanceOf, createBilledOrg, makeEnterprise } from "#tests/support/billing.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform({ startsAt: "2026-11-02T09:00:00Z" });
const dayMs = 86_400_000;

const billedOrg = () => createBilledOrg(platform);

const pay = (org: TestOrg, invoiceId: string, amountCents: number, reference: string) =>
  platform.services.db.withSystem((tx) =>
    creditPayment(tx, org.ctx, {
      method: "card",
      amountCents,
      invoiceId,
      reference,
      receipt: null,
      paymentId: null,
    }),
  );

const shown = (org: TestOrg, invoiceId: string) =>
  platform.call("GET /billing/invoices/:invoiceId", { invoiceId }, org);

const staff = () => platform.createOrg("Operations", "admin");

it("the past month is billed once, however often and concurrently the run starts", async () => {
  const org = await platform.createOrg();
  await makeEnterprise(platform, org);
  await Promise.all([1, 2, 3].map(() => runMonthlyBilling(platform.services)));
  await runMonthlyBilling(platform.services);
  const { invoices: found } = await platform.call("GET /billing/invoices", {}, org);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ kind: "invoice", status: "pending", totalCents: 1_500_000 });
  expect(found[0]!.number).toMatch(/^INV-2026-\d{6}$/);
  expect(found[0]!.description).toBe("Enterprise plan, October 2026");
});

it("a run that was killed after the drafts is completed by the next, with the same numbers", async () => {
  const org = await platform.createOrg();
  await makeEnterprise(platform, org);
  await draftMonth(platform.services, "2026-10");
  const { invoices: none } = await platform.call("GET /billing/invoices", {}, org);
  expect(none).toEqual([]);
  await runMonthlyBilling(platform.services);
  const { invoices: found } = await platform.call("GET /billing/invoices", {}, org);
  expect(found).toHaveLength(1);
});

it("numbers of a series have no gaps, with concurrent and abandoned drafts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 2, maxLength: 8 }), async (givesUp) => {
      const org = await platform.createOrg();
      const ids = await platform.services.db.withSystem((tx) =>
        Promise.all(
          givesUp.map((_, index) =>
            draftDocument(tx, {
              orgId: org.orgId,
              kind: "invoice",
              source: `test:${index}`,
              description: "A test",
              planType: "Starter",
              billingType: "prepaid",
              items: [{ description: "A thing", quantity: 1, unitCents: 100 + index }],
              now: platform.clock.now(),
            }),
          ),
        ),
      );
      await Promise.allSettled(
        ids.map(({ invoiceId }, index) =>
          platform.services.db.withSystem(async (tx) => {
            await finalizeDocument(tx, platform.services, { orgId: org.orgId, invoiceId });
            if (givesUp[index]) throw new Error("killed");
          }),
        ),
      );
      await finalizeDrafts(platform.services);
      const rows = await platform.services.db.withSystem((tx) =>
        tx.select({ number: invoices.number }).from(invoices).where(eq(invoices.kind, "invoice")),
      );
      const numbers = rows.map(({ number }) => Number(number!.slice(-6))).sort((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }),
    { numRuns: 6 },
  );
});

it("totals are the sums of lines, and the parts of a line add up to the cent", () => {
  const item = fc.record({
    description: fc.constant("line"),
    quantity: fc.integer({ min: 1, max: 100_000 }),
    unitCents: fc.integer({ min: 1, max: 100_000_000 }),
  });
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 10 }),
      fc.constantFrom(0, 800, 1600),
      (items, rate) => {
        const lines = items.map((one) => pricedLine(one, rate));
        for (const line of lines) {
          expect(line.netCents + line.vatCents).toBe(line.quantity * line.unitCents);
          expect(Math.abs(line.vatCents - (line.netCents * rate) / 10_000)).toBeLessThanOrEqual(1);
        }
        const totals = totalsOf(lines);
        expect(totals.netCents + totals.vatCents).toBe(totals.totalCents);
      },
    ),
  );
  expect(pricedLine({ description: "", quantity: 1, unitCents: 11_600 }, 1600)).toMatchObject({
    netCents: 10_000,
    vatCents: 1_600,
  });
  expect(pricedLine({ description: "", quantity: 1, unitCents: 1 }, 1600)).toMatchObject({ vatCents: 0 });
});

it("the database refuses to change or delete a finalized invoice and its lines", async () => {
  const { org, invoiceId } = await billedOrg();
  const attempt = (change: Parameters<typeof platform.services.db.withSystem>[0]) =>
    platform.services.db.withSystem(change).then(
      () => "done",
      (error: { cause?: { constraint?: string } }) => error.cause?.constraint,
    );
  const refused = "invoice_is_finalized";
  expect(
    await attempt((tx) => tx.update(invoices).set({ totalCents: 1 }).where(eq(invoices.id, invoiceId))),
  ).toBe(refused);
  expect(
    await attempt((tx) => tx.update(invoices).set({ number: "INV-1" }).where(eq(invoices.id, invoiceId))),
  ).toBe(refused);
  expect(await attempt((tx) => tx.delete(invoices).where(eq(invoices.id, invoiceId)))).toBe(refused);
  expect(
    await attempt((tx) =>
      tx.update(invoiceLines).set({ description: "x" }).where(eq(invoiceLines.invoiceId, invoiceId)),
    ),
  ).toBe(refused);
  expect((await shown(org, invoiceId)).document.totalCents).toBe(1_500_000);
});

it("an invoice is paid once; a second payment and a surplus are credited to the wallet", async () => {
  const { org, invoiceId } = await billedOrg();
  await pay(org, invoiceId, 1_500_500, "card:one");
  await pay(org, invoiceId, 1_500_500, "card:one");
  expect((await shown(org, invoiceId)).document).toMatchObject({ status: "paid", paidWith: "card" });
  expect(await balanceOf(platform, org, "wallet")).toBe(500);
  await pay(org, invoiceId, 1_500_000, "card:two");
  expect(await balanceOf(platform, org, "wallet")).toBe(1_500_500);
  expect(await balanceOf(platform, org, "revenue")).toBe(1_500_000);
});

it("a partial payment is credited to the wallet, and the invoice stays unpaid", async () => {
  const { org, invoiceId } = await billedOrg();
  await pay(org, invoiceId, 1_499_999, "card:little");
  expect((await shown(org, invoiceId)).document.status).toBe("pending");
  expect(await balanceOf(platform, org, "wallet")).toBe(1_499_999);
});

it("a top-up has one receipt with its VAT; play money has none", async () => {
  const org = await platform.createOrg();
  await platform.services.db.withSystem((tx) =>
    bookEntry(tx, {
      orgId: org.orgId,
      kind: "top_up",
      about: { code: "credit.test" },
      reference: "play:1",
      postings: { funding: -100_000, wallet: 100_000 },
      at: platform.clock.now(),
    }),
  );
  await platform.services.db.withSystem((tx) =>
    creditPayment(tx, org.ctx, {
      amountCents: 11_600,
      invoiceId: null,
      method: "card",
      reference: "card:r",
      receipt: null,
      paymentId: null,
    }),
  );
  await Promise.all([issueReceipts(platform.services), issueReceipts(platform.services)]);
  const { invoices: found } = await platform.call("GET /billing/invoices", { type: "receipt" }, org);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ status: "paid", netCents: 10_000, vatCents: 1_600 });
  expect(found[0]!.number).toMatch(/^RCT-2026-/);
});

it("reminders follow the schedule, once each, and stop with the payment", async () => {
  const { org, invoiceId } = await billedOrg();
  const steps = () =>
    platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select().from(invoiceReminders).where(eq(invoiceReminders.invoiceId, invoiceId)),
    );
  await remindOfInvoices(platform.services);
  expect(await steps()).toEqual([]);
  platform.clock.advance(11 * dayMs);
  await Promise.all([remindOfInvoices(platform.services), remindOfInvoices(platform.services)]);
  expect((await steps()).map(({ offsetDays }) => offsetDays)).toEqual([-3]);
  platform.clock.advance(7 * dayMs);
  await remindOfInvoices(platform.services);
  expect((await steps()).map(({ offsetDays, sent }) => `${offsetDays} ${sent}`).sort()).toEqual([
    "-3 mail",
    "0 passed_over",
    "3 mail",
  ]);
  await pay(org, invoiceId, 1_500_000, "card:late");
  platform.clock.advance(20 * dayMs);
  await remindOfInvoices(platform.services);
  expect(await steps()).toHaveLength(3);
});

it("a disputed invoice is not reminded of, and staff resolve it", async () => {
  const { org, invoiceId } = await billedOrg();
  const reason = "We sent no message in that month at all.";
  await platform.call("POST /billing/invoices/:invoiceId/dispute", { invoiceId, reason }, org);
  const again = await platform.request(
    "POST /billing/invoices/:invoiceId/dispute",
    { invoiceId, reason },
    org,
  );
  expect(again.status).toBe(409);
  const operator = await staff();
  await platform.call(
    "POST /admin/invoices/:invoiceId/resolve-dispute",
    { invoiceId, resolution: "The plan's fee is due without messages." },
    operator,
  );
  const { document, dispute } = await shown(org, invoiceId);
  expect([document.status, dispute?.status]).toEqual(["pending", "resolved"]);
});

it("a credit note has its own series and never exceeds the invoice", async () => {
  const { org, invoiceId } = await billedOrg();
  const operator = await staff();
  const credit = (amountCents: number, key: string) =>
    platform.request(
      "POST /admin/invoices/:invoiceId/credit",
      { invoiceId, amountCents, reason: "Agreed by phone", key },
      operator,
    );
  expect((await credit(1_500_001, "credit-0001")).status).toBe(400);
  expect((await credit(500_000, "credit-0002")).status).toBe(200);
  expect((await credit(500_000, "credit-0002")).status).toBe(200);
  expect((await shown(org, invoiceId)).document).toMatchObject({ status: "pending", creditedCents: 500_000 });
  expect((await credit(1_000_000, "credit-0003")).status).toBe(200);
  const { document, related } = await shown(org, invoiceId);
  expect(document).toMatchObject({ status: "credited", creditedCents: 1_500_000 });
  expect(related.map(({ number }) => number!.slice(0, 4))).toEqual(["CRN-", "CRN-"]);
});
