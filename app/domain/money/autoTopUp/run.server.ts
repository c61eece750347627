import { and, eq, gte, inArray, isNotNull, isNull, like, or, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { autoTopUps, paymentAttempts } from "#app/db/schema/money/payments.ts";
import { moneyNote } from "#app/domain/money/notes.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import { DomainError, noteOfRefusal } from "#app/platform/errors.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { startPayment } from "../payments/start.server.ts";
import { notifyManagers } from "./notifyManagers.server.ts";

type Row = typeof autoTopUps.$inferSelect;
type Payment = typeof paymentAttempts.$inferSelect;

const keyPrefix = "auto:";
const minuteMs = 60_000;
/** Switched off after this many failures in a row; an hour passes between two attempts. */
const failuresAllowed = 3;
const pauseMs = 60 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

/**
 * Starts a top-up of every wallet below its threshold. Safe to run concurrently. Returns the number of
 * prompts.
 */
export async function runAutoTopUps(services: Services): Promise<{ started: number }> {
  if (!services.daraja) return { started: 0 };
  const rows = await services.db.systemReads
    .select({ orgId: autoTopUps.orgId })
    .from(autoTopUps)
    .where(or(eq(autoTopUps.isOn, true), isNotNull(autoTopUps.openKey)));
  let started = 0;
  for (const { orgId } of rows) {
    const due = await services.db.withSystem((tx) => decide(tx, services, orgId));
    if (due && (await prompt(services, due))) started += 1;
  }
  return { started };
}

/**
 * Returns the row whose prompt is due. The payment's key is stored first, so that a retry after a crash makes
 * the same payment, not a second one.
 */
async function decide(tx: Tx, services: Services, orgId: OrgId): Promise<Row | undefined> {
  const [row] = await tx
    .select()
    .from(autoTopUps)
    .where(eq(autoTopUps.orgId, orgId))
    .for("update", { skipLocked: true });
  if (!row) return undefined;
  const now = services.clock.now();
  if (row.openKey !== null) {
    const payment = await paymentOf(tx, orgId, row.openKey);
    if (!payment) return row.isOn ? row : void (await change(tx, orgId, { openKey: null }));
    if (payment.state === "pending" || payment.state === "unknown") return undefined;
    if (payment.state !== "paid") return void (await noteFailure(tx, services, row, payment));
    await change(tx, orgId, { openKey: null, failures: 0, lastProblem: null });
  }
  if (!row.isOn || (row.nextTryAt && row.nextTryAt > now)) return undefined;
  if (!(await isLow(tx, row)) || (await isUnderWay(tx, orgId))) return undefined;
  if ((await ofLastDay(tx, orgId, now)) + row.amountCents > row.dailyCapCents) {
    await change(tx, orgId, {
      lastProblem: moneyNote("money.auto_top_up_cap"),
    });
    return undefined;
  }
  const openKey = `${keyPrefix}${newId("pay", now.getTime())}`;
  await change(tx, orgId, { openKey });
  return { ...row, openKey };
}

const change = (tx: Tx, orgId: OrgId, set: Partial<Row>) =>
  tx.update(autoTopUps).set(set).where(eq(autoTopUps.orgId, orgId));

async function paymentOf(tx: Tx, orgId: OrgId, key: string): Promise<Payment | undefined> {
  const [payment] = await tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orgId, orgId), eq(paymentAttempts.key, key)));
  return payment;
}

async function isLow(tx: Tx, { orgId, thresholdCents }: Row): Promise<boolean> {
  const [wallet] = await tx
    .select({ cents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.orgId, orgId), eq(ledgerAccounts.name, "wallet")));
  return (wallet?.cents ?? 0) < thresholdCents;
}

/** A manual top-up is in flight: its result is awaited first. */
async function isUnderWay(tx: Tx, orgId: OrgId): Promise<boolean> {
  const open = await tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orgId, orgId),
        eq(paymentAttempts.method, "mpesa"),
        isNull(paymentAttempts.invoiceId),
        inArray(paymentAttempts.state, ["pending", "unknown"]),
      ),
    )
    .limit(1);
  return open.length > 0;
}

/** KES cents that automatic top-ups paid, or may have paid, in the last 24 hours. */
async function ofLastDay(tx: Tx, orgId: OrgId, now: Date): Promise<number> {
  const [sum] = await tx
    .select({ cents: sql<number>`coalesce(sum(${paymentAttempts.amountCents}), 0)::bigint` })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orgId, orgId),
        like(paymentAttempts.key, `${keyPrefix}%`),
        inArray(paymentAttempts.state, ["pending", "unknown", "paid"]),
        gte(paymentAttempts.createdAt, new Date(now.getTime() - dayMs)),
      ),
    );
  return sum?.cents ?? 0;
}

async function noteFailure(tx: Tx, services: Services, row: Row, payment: Payment): Promise<void> {
  const failures = row.failures + 1;
  const isOff = failures >= failuresAllowed;
  const { method, state, resultCode, resultDesc } = payment;
  const said = moneyNote("money.payment_failed", { method, state, resultCode, resultDesc });
  await change(tx, row.orgId, {
    openKey: null,
    failures,
    isOn: row.isOn && !isOff,
    nextTryAt: new Date(services.clock.now().getTime() + pauseMs),
    lastProblem: said,
  });
  await notifyManagers(tx, services, {
    orgId: row.orgId,
    paymentId: payment.id,
    amountCents: payment.amountCents,
    said,
    isOff,
  });
}

/** Sends the prompt to the phone. Returns false when it was refused; it is then retried later. */
async function prompt(services: Services, { orgId, openKey, amountCents, phone }: Row): Promise<boolean> {
  try {
    await startPayment({
      ctx: systemContext(services, orgId, "auto-top-up"),
      input: { method: "mpesa", amountKes: amountCents / 100, phone, key: openKey! },
    });
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await services.db.withSystem((tx) =>
      change(tx, orgId, {
        openKey: null,
        lastProblem: noteOfRefusal(error),
        nextTryAt: new Date(services.clock.now().getTime() + 5 * minuteMs),
      }),
    );
    return false;
  }
}
