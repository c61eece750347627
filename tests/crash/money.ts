import { randomInt, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { documentCounters, invoices } from "#app/db/schema/money/invoices.ts";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { paymentAttempts, payouts } from "#app/db/schema/money/payments.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { newAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";
import { applyNotices } from "#app/domain/money/payments/apply.server.ts";
import { matchReceipt } from "#app/domain/money/payments/matchReceipt.server.ts";
import { receiveNotice } from "#app/domain/money/payments/receive.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import type { Scenario } from "./deaths.ts";
import { killAtEvery } from "./killAtEvery.ts";
import { runMoneyStep } from "./moneySteps.ts";

const balanceOf = async ({ db }: Services, orgId: OrgId, name: "wallet" | "earnings") => {
  const [account] = await db.systemReads
    .select({ cents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.orgId, orgId), eq(ledgerAccounts.name, name)));
  return account?.cents ?? 0;
};

const against = (is: number, shouldBe: number) => ({
  lost: Number(is < shouldBe),
  doubled: Number(is > shouldBe),
});

/**
 * kill -9 between any two statements of a top-up's callback; afterwards the callback is repeated, and the
 * hourly pull runs.
 */
export const killedTopUp: Scenario = (ground, { short }) =>
  killAtEvery(ground, "kill-9-top-up", short, async (services) => {
    const orgId = newId("org") as OrgId;
    const attemptId = newId("pay");
    const phone = `+2547${randomInt(10_000_000, 99_999_999)}`;
    const [reference, checkoutRequestId] = [newAccountNumber("attempt"), `ws_CO_${randomUUID()}`];
    const receipt = `T${randomUUID().replaceAll("-", "").slice(0, 9).toUpperCase()}`;
    await services.db.withSystem(async (tx) => {
      await tx.insert(organisations).values({ id: orgId, name: "Duka Letu", billingType: "prepaid" });
      await tx.insert(paymentAttempts).values({
        ...{ orgId, id: attemptId, phone, reference, checkoutRequestId },
        ...{ method: "mpesa", amountCents: 150_000, key: randomUUID() },
      });
    });
    const items = { Amount: 1500, MpesaReceiptNumber: receipt, PhoneNumber: Number(phone.slice(1)) };
    const Item = Object.entries(items).map(([Name, Value]) => ({ Name, Value }));
    const stkCallback = {
      ...{ CheckoutRequestID: checkoutRequestId, ResultCode: 0, ResultDesc: "" },
      CallbackMetadata: { Item },
    };
    const step = { kind: "top-up" as const, attemptId, body: JSON.stringify({ Body: { stkCallback } }) };
    return {
      step,
      async recover() {
        await applyNotices(services);
        await services.db.withSystem((tx) =>
          matchReceipt(tx, services, {
            ...{ receipt, amountCents: 150_000, account: reference, payer: "" },
            paidAt: new Date(),
          }),
        );
        await runMoneyStep(services, step);
      },
      judge: async () => against(await balanceOf(services, orgId, "wallet"), 150_000),
    };
  });

/**
 * kill -9 between any two statements of the monthly run: each organisation has one invoice, and no number is
 * missing.
 */
export const killedInvoiceRun: Scenario = (ground, { short }) =>
  killAtEvery(ground, "kill-9-invoices", short, async (services) => {
    const orgId = newId("org") as OrgId;
    await services.db.withSystem(async (tx) => {
      // Earlier rounds' organisations are too new for the month: each would add a few statements to every
      // run.
      await tx.update(organisations).set({ billingType: "prepaid", createdAt: new Date() });
      await tx.insert(organisations).values({
        ...{ id: orgId, name: "Mwangaza", planType: "Enterprise", billingType: "postpaid" },
        createdAt: new Date("2026-01-10T00:00:00Z"),
      });
    });
    return {
      step: { kind: "invoices" },
      recover: () => runMoneyStep(services, { kind: "invoices" }),
      async judge() {
        const own = await services.db.systemReads.select().from(invoices).where(eq(invoices.orgId, orgId));
        const all = await services.db.systemReads.select({ number: invoices.number }).from(invoices);
        const [series] = await services.db.systemReads.select().from(documentCounters);
        const { lost, doubled } = against(own.filter(({ number }) => number !== null).length, 1);
        const gaps = (series?.lastNumber ?? 0) - new Set(all.map(({ number }) => number)).size;
        return { lost: lost + Number(gaps !== 0), doubled: doubled + Number(own.length > 1) };
      },
    };
  });

/**
 * kill -9 between any two statements of a payout: M-Pesa receives it at most once, and each accepted payout
 * is booked once.
 */
export const killedPayout: Scenario = (ground, { short }) =>
  killAtEvery(ground, "kill-9-payout", short, async (services) => {
    const book = `prt_${randomUUID()}` as OrgId;
    await services.db.withSystem((tx) =>
      bookEntry(tx, {
        orgId: book,
        kind: "adjustment",
        about: { code: "legacy", said: "Share" },
        reference: "share",
        postings: { earnings: 90_000 },
        platformPostings: { mpesa_clearing: -90_000 },
        at: new Date(),
      }),
    );
    const step = { kind: "payout" as const, book, reference: "settlement", amountCents: 50_000 };
    const rowsOf = () => services.db.systemReads.select().from(payouts).where(eq(payouts.orgId, book));
    return {
      step,
      async recover(taken) {
        await runMoneyStep(services, step);
        const [row] = await rowsOf();
        if (!row || !taken.includes(row.id)) return;
        const Result = { ResultCode: 0, OriginatorConversationID: row.id, TransactionID: "UKL7RT61SV" };
        const notice = { kind: "result" as const, subjectId: row.id, body: JSON.stringify({ Result }) };
        for (let time = 0; time < 2; time += 1) await receiveNotice(services, notice);
        await applyNotices(services);
      },
      async judge(taken) {
        const rows = await rowsOf();
        const times = taken.filter((id) => rows.some((row) => row.id === id)).length;
        const paid = rows.filter(({ state }) => state === "paid").length;
        const money = against(await balanceOf(services, book, "earnings"), 40_000);
        return {
          lost: Number(paid < times) + Number(rows.length === 0) + money.lost,
          doubled: Number(times > 1 || rows.length > 1) + money.doubled,
        };
      },
    };
  });
