import { and, asc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { partners, partnerTransactions, settlements } from "#app/db/schema/partners/partners.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { jobActor, type Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { accrueShares } from "./accrue.server.ts";
import { settlementDrawn } from "./events.ts";
import { lockPartner } from "./lock.server.ts";
import { dueDay, monthsBefore, periodDue, startOf } from "./periods.ts";
import { rulesAt } from "./terms.server.ts";

/** The most that one payment by M-Pesa may be; the rest goes into the next settlement. */
const mpesaMaxCents = 25_000_000;

/** The part of an amount that is payable now; M-Pesa pays whole shillings. */
export const payableOf = (cents: number, method: "mpesa" | "bank"): number =>
  method === "bank" ? cents : Math.min(mpesaMaxCents, cents - (cents % 100));

/**
 * Creates the settlements of the newest due month, one for each active partner with earnings and without one.
 * Each is its own transaction, so the run may be repeated, or be killed anywhere and restarted.
 */
export async function drawSettlements(services: Services): Promise<{ drawn: number }> {
  await accrueShares(services);
  const now = services.clock.now();
  const { rules, active } = await services.db.withSystem(async (tx) => ({
    rules: await rulesAt(tx, now),
    active: await tx
      .select({ orgId: partners.orgId })
      .from(partners)
      .where(eq(partners.status, "active"))
      .orderBy(asc(partners.orgId)),
  }));
  const terms = { period: periodDue(now, rules.dayOfMonth), rules };
  let drawn = 0;
  for (const { orgId } of active)
    if (await services.db.withSystem((tx) => drawSettlement(tx, services, orgId, terms))) drawn++;
  return { drawn };
}

interface Terms {
  period: string;
  rules: Awaited<ReturnType<typeof rulesAt>>;
}

async function drawSettlement(tx: Tx, services: Services, partnerId: OrgId, terms: Terms): Promise<boolean> {
  const { period, rules } = terms;
  const partner = await lockPartner(tx, partnerId);
  const earned = await earnedUntil(tx, partnerId, startOf(monthsBefore(period, -1)));
  if (earned.transactions === 0 || earned.shareCents <= 0) return false;
  const now = services.clock.now();
  const carriedCents = await leftOver(tx, partnerId);
  const method = partner.payoutMethod;
  const payable = payableOf(carriedCents + earned.shareCents, method);
  const payoutCents = payable < rules.minimumCents ? 0 : payable;
  const settlement = await insertSettlement(tx, {
    orgId: partnerId,
    id: newId("stl", now.getTime()),
    period,
    dueOn: dueDay(period, rules.dayOfMonth),
    ...earned,
    carriedCents,
    payoutCents,
    method,
    createdAt: now,
    ...(payoutCents === 0 ? { status: "completed", endedAt: now } : { status: "pending" }),
  });
  if (!settlement) return false;
  await tx
    .update(partnerTransactions)
    .set({ settlementId: settlement.id })
    .where(unsettledUntil(partnerId, startOf(monthsBefore(period, -1))));
  await bookEntry(tx, {
    orgId: partnerId,
    kind: "settlement",
    about: { code: "share.settled", period },
    reference: `settled:${settlement.id}`,
    postings: { accrued: -earned.shareCents, earnings: earned.shareCents },
    at: now,
  });
  const ctx = { orgId: partnerId, actor: jobActor("draw-settlements"), clock: services.clock };
  const data = { partner: partner.name, period, amountCents: payoutCents };
  await record(tx, ctx, settlementDrawn, { subject: settlement.id, data });
  return true;
}

/** Undefined where the partner has one of that month. */
async function insertSettlement(tx: Tx, row: typeof settlements.$inferInsert) {
  const [settlement] = await tx
    .insert(settlements)
    .values(row)
    .onConflictDoNothing({ target: [settlements.orgId, settlements.period] })
    .returning({ id: settlements.id });
  return settlement;
}

const unsettledUntil = (partnerId: OrgId, end: Date) =>
  and(
    eq(partnerTransactions.orgId, partnerId),
    isNull(partnerTransactions.settlementId),
    lt(partnerTransactions.bookedAt, end),
  );

async function earnedUntil(tx: Tx, partnerId: OrgId, end: Date) {
  const [earned] = await tx
    .select({
      transactions: sql<number>`count(*)::int`,
      amountCents: sql<number>`coalesce(sum(${partnerTransactions.amountCents}), 0)::bigint`.mapWith(Number),
      shareCents: sql<number>`coalesce(sum(${partnerTransactions.shareCents}), 0)::bigint`.mapWith(Number),
    })
    .from(partnerTransactions)
    .where(unsettledUntil(partnerId, end));
  return earned!;
}

/** The unpaid rest of earlier settlements. */
async function leftOver(tx: Tx, partnerId: OrgId): Promise<number> {
  const [left] = await tx
    .select({
      cents:
        sql<number>`coalesce(sum(${settlements.shareCents} - ${settlements.payoutCents}), 0)::bigint`.mapWith(
          Number,
        ),
    })
    .from(settlements)
    .where(eq(settlements.orgId, partnerId));
  return left!.cents;
}
