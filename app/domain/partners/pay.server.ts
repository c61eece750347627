import { and, asc, desc, eq, gte, inArray, isNotNull, notExists, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { balanceChecks } from "#app/db/schema/money/bank.ts";
import { payouts } from "#app/db/schema/money/payments.ts";
import { partners, settlements } from "#app/db/schema/partners/partners.ts";
import { askBalance } from "#app/domain/money/payments/balance.server.ts";
import { payoutB2c } from "#app/domain/money/payments/payoutB2c.server.ts";
import { jobActor, type Services } from "#app/platform/context.ts";
import { paySettlementsJob } from "./jobs.ts";
import { payoutReference } from "./lock.server.ts";

const minuteMs = 60_000;
/** A stale report of the shortcode's balance is requested again. */
const balanceLastsMs = 15 * minuteMs;

/**
 * Pays out, one after the other, what staff have processed and what was not begun yet. Before each it looks whether the
 * utility account has the money; the first that it has not enough for waits, with all after it, for the next run.
 */
export async function paySettlements(services: Services): Promise<{ paid: number; shortCents: number }> {
  if (!services.daraja || !services.config.daraja?.initiatorPassword) return { paid: 0, shortCents: 0 };
  let paid = 0;
  for (;;) {
    const next = await nextDue(services);
    if (!next) return { paid, shortCents: 0 };
    const floatCents = await readFloat(services);
    if (floatCents === undefined) return { paid, shortCents: 0 };
    const { settlement, partner } = next;
    const shortCents = Math.max(0, settlement.payoutCents - floatCents);
    if (shortCents > 0 || settlement.shortCents !== null)
      await services.db.withSystem((tx) =>
        tx
          .update(settlements)
          .set({ shortCents: shortCents || null })
          .where(and(eq(settlements.orgId, settlement.orgId), eq(settlements.id, settlement.id))),
      );
    if (shortCents > 0) return { paid, shortCents };
    await payoutB2c({
      services,
      actor: jobActor(paySettlementsJob.name),
      input: {
        book: settlement.orgId,
        reference: payoutReference(settlement),
        phone: partner.payoutPhone!,
        amountCents: settlement.payoutCents,
        recipientName: partner.payoutName || partner.name,
      },
    });
    paid++;
  }
}

/** The oldest that is being processed and has no payout yet. */
const nextDue = (services: Services) =>
  services.db.withSystem(async (tx) => {
    const [next] = await tx
      .select({ settlement: settlements, partner: partners })
      .from(settlements)
      .innerJoin(partners, eq(partners.orgId, settlements.orgId))
      .where(
        and(
          eq(settlements.status, "processing"),
          eq(settlements.method, "mpesa"),
          isNotNull(partners.payoutPhone),
          notExists(
            tx
              .select({ id: payouts.id })
              .from(payouts)
              .where(
                and(
                  eq(payouts.orgId, settlements.orgId),
                  eq(
                    payouts.reference,
                    sql`'settlement:' || ${settlements.id} || ':' || ${settlements.attempt}`,
                  ),
                ),
              ),
          ),
        ),
      )
      .orderBy(asc(settlements.approvedAt), asc(settlements.id))
      .limit(1);
    return next;
  });

/** Cents that can be paid out; undefined while M-Pesa has not said, and then it was asked. */
async function readFloat(services: Services): Promise<number | undefined> {
  const now = services.clock.now().getTime();
  const check = await services.db.withSystem((tx) => newestCheck(tx));
  if (check?.answeredAt && check.requestedAt.getTime() > now - balanceLastsMs)
    return (
      (check.utilityCents ?? 0) - (await services.db.withSystem((tx) => sentSince(tx, check.requestedAt)))
    );
  if (!check || check.answeredAt || check.requestedAt.getTime() <= now - minuteMs) {
    await askBalance(services);
    await services.jobs.enqueue(paySettlementsJob, {}, { startAfter: new Date(now + 10_000) });
  }
  return undefined;
}

async function newestCheck(tx: Tx) {
  const [check] = await tx.select().from(balanceChecks).orderBy(desc(balanceChecks.requestedAt)).limit(1);
  return check;
}

async function sentSince(tx: Tx, since: Date): Promise<number> {
  const [sent] = await tx
    .select({ cents: sql<number>`coalesce(sum(${payouts.amountCents}), 0)::bigint`.mapWith(Number) })
    .from(payouts)
    .where(
      and(
        eq(payouts.method, "mpesa"),
        gte(payouts.createdAt, since),
        inArray(payouts.state, ["pending", "unknown", "paid"]),
      ),
    );
  return sent!.cents;
}
