import { and, asc, eq, lte } from "drizzle-orm";
import { notifyPages } from "#app/db/notify.server.ts";
import { paymentAttempts } from "#app/db/schema/money/payments.ts";
import {
  type Attempt,
  endAttempt,
  lockAttempt,
  ofAttempt,
  settleAttempt,
} from "#app/domain/money/attempts/settle.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import { type Cards, CardsUnreachable, type CardVerification } from "#app/platform/gates/cards.ts";
import { paymentDoubtful, paymentFailed } from "../events.ts";
import { nextCheckAfter } from "./sweepTimes.ts";

const paymentsASweep = 200;

/**
 * Queries a payment's status at the provider, and credits it only when reference, amount and currency are
 * ours. A success after a failure or an expiry also counts; a paid payment stays paid.
 */
export async function checkCardPayment(services: Services, paymentId: string): Promise<void> {
  const { cards, clock } = services;
  if (!cards) return;
  const [payment] = await services.db.withSystem((tx) =>
    tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, paymentId)),
  );
  if (payment?.method !== "card" || payment.state === "paid" || payment.state === "unknown") return;
  const verified = await verify(cards, payment);
  await services.db.withSystem(async (tx) => {
    const current = await lockAttempt(tx, paymentId);
    if (!current || current.state === "paid" || current.state === "unknown") return;
    await tx.update(paymentAttempts).set({ checkedAt: clock.now() }).where(ofAttempt(current));
    if (verified?.state === "paid" && isOurs(verified, current))
      return settleAttempt(tx, services, current, null);
    const problem =
      verified?.state === "paid"
        ? `the provider tells of ${verified.currency} ${verified.amountCents / 100} instead`
        : "the card was declined";
    if (current.state !== "pending" || (verified?.state !== "paid" && verified?.state !== "failed")) return;
    if (verified.state === "failed")
      await endAttempt(tx, services, current, { state: "failed", resultDesc: problem });
    else
      await tx
        .update(paymentAttempts)
        .set({ state: "unknown", resultDesc: problem, nextCheckAt: null })
        .where(ofAttempt(current));
    notifyPages(tx, current.orgId, "payments");
    const ctx = systemContext(services, current.orgId, "check-card-payment");
    const { amountCents } = current;
    if (verified.state === "failed")
      await record(tx, ctx, paymentFailed, { subject: paymentId, data: { method: "card", amountCents } });
    else
      await record(tx, ctx, paymentDoubtful, {
        subject: paymentId,
        data: { method: "card", amountCents, reason: problem },
      });
  });
}

/** Undefined when the provider has no such payment, or does not respond. */
const verify = (cards: Cards, payment: Attempt): Promise<CardVerification | undefined> =>
  cards.verify(payment.reference!, payment.orgId).catch((error: unknown) => {
    if (!(error instanceof CardsUnreachable)) throw error;
    return undefined;
  });

const isOurs = (verified: CardVerification, payment: Attempt) =>
  verified.reference === payment.reference &&
  verified.currency === "KES" &&
  verified.amountCents === payment.amountCents;

/** Checks every payment that is due: after 2, 10 and 30 minutes, 3 and 24 hours; then it expires. */
export async function sweepCardPayments(services: Services): Promise<{ checked: number }> {
  const due = await services.db.withSystem((tx) =>
    tx
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.method, "card"), lte(paymentAttempts.nextCheckAt, services.clock.now())))
      .orderBy(asc(paymentAttempts.nextCheckAt))
      .limit(paymentsASweep),
  );
  for (const { id } of due) {
    await checkCardPayment(services, id);
    await services.db.withSystem(async (tx) => {
      const current = await lockAttempt(tx, id);
      if (current?.state !== "pending") return;
      const checks = current.checks + 1;
      const nextCheckAt = nextCheckAfter(current.createdAt, checks);
      if (nextCheckAt)
        await tx.update(paymentAttempts).set({ checks, nextCheckAt }).where(ofAttempt(current));
      else await endAttempt(tx, services, current, { state: "expired" });
    });
  }
  return { checked: due.length };
}
