import { randomInt, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { acceptsQueries } from "#app/db/embedded.server.ts";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { autoTopUps, mpesaReceipts, mpesaReversals, paymentAttempts } from "#app/db/schema/money/payments.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { runAutoTopUps } from "#app/domain/money/autoTopUp/run.server.ts";
import { reversePayment, sweepReversals } from "#app/domain/money/corrections/reversePayment.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { newAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";
import { applyNotices } from "#app/domain/money/payments/apply.server.ts";
import { matchReceipt } from "#app/domain/money/payments/matchReceipt.server.ts";
import type { NoticeKind } from "#app/domain/money/payments/receive.server.ts";
import { receiveNotice } from "#app/domain/money/payments/receive.server.ts";
import { jobActor, type Services } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { until } from "#tests/support/campaign.ts";
import type { Scenario } from "./deaths.ts";
import { between, type Ground, pause } from "./ground.ts";
import { servicesFor } from "./moneySteps.ts";

/** Wallets that get the same step, one after the other, while PostgreSQL dies. */
const walletsAKill = 12;
const cents = 150_000;

interface Work {
  orgId: OrgId;
  /** The step; it fails where the database goes away. */
  run(): Promise<unknown>;
  /** The same step again when the database is back, and M-Pesa's reports in between. */
  recover(taken: readonly string[]): Promise<unknown>;
  /** The wallet's final balance. */
  expectedCents: number;
  /** The id of the request at M-Pesa. */
  named?: string;
}

/** Kills PostgreSQL at random moments of the work, then checks the wallets and M-Pesa's own list. */
async function killDuring(
  ground: Ground,
  name: string,
  short: boolean,
  prepare: (services: Services) => Promise<Work>,
): Promise<boolean> {
  const taken: string[] = [];
  const services = servicesFor(ground.services.config, ground.services.db, (id) => taken.push(id));
  const totals = { lost: 0, doubled: 0 };
  const points = short ? 1 : 6;
  let interrupted = 0;
  for (let kill = 0; kill < points; kill += 1) {
    const works: Work[] = [];
    for (let made = 0; made < walletsAKill; made += 1) works.push(await prepare(services));
    const dying = pause(between(5, 150)).then(() => ground.postgres.crash());
    for (const work of works)
      await work.run().catch(() => {
        interrupted += 1;
      });
    await dying;
    await until("PostgreSQL is back", () => acceptsQueries(ground.postgres.databaseUrl), 120_000);
    for (const work of works) {
      await work.recover(taken);
      const is = await walletOf(services, work.orgId);
      const requests = taken.filter((id) => id === work.named).length;
      totals.lost += Number(is < work.expectedCents);
      totals.doubled += Number(is > work.expectedCents || requests > 1);
    }
  }
  const { broken } = await verifyLedger(services);
  console.log(JSON.stringify({ crash: name, points, interrupted, ...totals, ledger: broken ?? "in order" }));
  return totals.lost === 0 && totals.doubled === 0 && broken === null;
}

async function walletOf({ db }: Services, orgId: OrgId): Promise<number> {
  const [account] = await db.systemReads
    .select({ cents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.orgId, orgId), eq(ledgerAccounts.name, "wallet")));
  return account?.cents ?? 0;
}

async function newOrganisation({ db }: Services): Promise<OrgId> {
  const orgId = newId("org") as OrgId;
  await db.withSystem((tx) =>
    tx.insert(organisations).values({ id: orgId, name: "Duka Letu", billingType: "prepaid" }),
  );
  return orgId;
}

async function applyNotice(
  services: Services,
  kind: NoticeKind,
  subjectId: string,
  body: object,
): Promise<void> {
  const notice = { kind, subjectId, body: JSON.stringify(body) };
  await receiveNotice(services, notice);
  await applyNotices(services);
}

const newPhone = () => `+2547${randomInt(10_000_000, 99_999_999)}`;
const newReceipt = () => `T${randomUUID().replaceAll("-", "").slice(0, 9).toUpperCase()}`;

function accepted({ checkoutRequestId, phone, receipt }: Record<string, string>) {
  const items = { Amount: cents / 100, MpesaReceiptNumber: receipt, PhoneNumber: Number(phone!.slice(1)) };
  const Item = Object.entries(items).map(([Name, Value]) => ({ Name, Value }));
  const outcome = { CheckoutRequestID: checkoutRequestId, ResultCode: 0, ResultDesc: "" };
  return { Body: { stkCallback: { ...outcome, CallbackMetadata: { Item } } } };
}

/** Notices stored before PostgreSQL died are applied when it is back. */
async function applyStored(services: Services): Promise<void> {
  await applyNotices(services);
}

/** PostgreSQL dies while callbacks are booked. */
export const databaseDeathInTopUp: Scenario = (ground, { short }) =>
  killDuring(ground, "postgres-kill-9-top-up", short, async (services) => {
    const orgId = await newOrganisation(services);
    const [attemptId, phone, receipt] = [newId("pay"), newPhone(), newReceipt()];
    const [reference, checkoutRequestId] = [newAccountNumber("attempt"), `ws_CO_${randomUUID()}`];
    await services.db.withSystem((tx) =>
      tx.insert(paymentAttempts).values({
        ...{ orgId, id: attemptId, phone, reference, checkoutRequestId },
        ...{ method: "mpesa", amountCents: cents, key: randomUUID() },
      }),
    );
    const callback = () =>
      applyNotice(services, "prompt", attemptId, accepted({ checkoutRequestId, phone, receipt }));
    return {
      orgId,
      expectedCents: cents,
      run: callback,
      async recover() {
        await applyStored(services);
        await callback();
        await services.db.withSystem((tx) =>
          matchReceipt(tx, services, {
            ...{ receipt, amountCents: cents, account: reference, payer: "" },
            paidAt: new Date(),
          }),
        );
      },
    };
  });

/** PostgreSQL dies during refunds to payers: M-Pesa is called once, and the wallet is charged once. */
export const databaseDeathInReversal: Scenario = (ground, { short }) =>
  killDuring(ground, "postgres-kill-9-reversal", short, async (services) => {
    const orgId = await newOrganisation(services);
    const [attemptId, phone, receipt] = [newId("pay"), newPhone(), newReceipt()];
    const [reference, checkoutRequestId] = [newAccountNumber("attempt"), `ws_CO_${randomUUID()}`];
    await services.db.withSystem((tx) =>
      tx.insert(paymentAttempts).values({
        ...{ orgId, id: attemptId, phone, reference, checkoutRequestId },
        ...{ method: "mpesa", amountCents: cents, key: randomUUID() },
      }),
    );
    await applyNotice(services, "prompt", attemptId, accepted({ checkoutRequestId, phone, receipt }));
    const [row] = await services.db.systemReads
      .select()
      .from(mpesaReceipts)
      .where(eq(mpesaReceipts.receipt, receipt));
    if (row?.orgId !== orgId) throw new Error("the payment is not in the wallet");
    const reverse = () =>
      reversePayment({
        services,
        actor: jobActor("crash"),
        input: { receipt, reason: "Paid to the wrong business" },
      });
    return {
      orgId,
      expectedCents: 0,
      named: receipt,
      run: reverse,
      async recover(taken) {
        await reverse().catch(refused);
        await services.db.withSystem((tx) =>
          tx
            .update(mpesaReversals)
            .set({ nextCheckAt: new Date() })
            .where(and(eq(mpesaReversals.receipt, receipt), eq(mpesaReversals.state, "pending"))),
        );
        await sweepReversals(services);
        const [reversal] = await services.db.systemReads
          .select()
          .from(mpesaReversals)
          .where(eq(mpesaReversals.receipt, receipt));
        if (!reversal || !taken.includes(receipt)) return;
        const Result = { ResultCode: 0, OriginatorConversationID: reversal.id, TransactionID: newReceipt() };
        for (let time = 0; time < 2; time += 1)
          await applyNotice(services, "result", reversal.id, { Result });
      },
    };
  });

const refused = (error: unknown) => {
  if (!(error instanceof DomainError)) throw error;
};

/** PostgreSQL dies during automatic top-ups: each wallet has one prompt, and is credited once. */
export const databaseDeathInAutoTopUp: Scenario = (ground, { short }) =>
  killDuring(ground, "postgres-kill-9-auto-top-up", short, async (services) => {
    const orgId = await newOrganisation(services);
    const phone = newPhone();
    await services.db.withSystem((tx) =>
      tx.insert(autoTopUps).values({
        ...{ orgId, phone, thresholdCents: 50_000, amountCents: cents, dailyCapCents: cents * 3 },
      }),
    );
    return {
      orgId,
      expectedCents: cents,
      named: phone,
      run: () => runAutoTopUps(services),
      async recover() {
        await runAutoTopUps(services);
        const [attempt] = await services.db.systemReads
          .select()
          .from(paymentAttempts)
          .where(eq(paymentAttempts.orgId, orgId));
        const receipt = newReceipt();
        const checkoutRequestId = attempt?.checkoutRequestId ?? `ws_CO_${randomUUID()}`;
        // The wallet may have been filled by earlier work.
        if (attempt && attempt.state !== "paid")
          for (let time = 0; time < 2; time += 1)
            await applyNotice(
              services,
              "prompt",
              attempt.id,
              accepted({ checkoutRequestId, phone, receipt }),
            );
        await runAutoTopUps(services);
      },
    };
  });
