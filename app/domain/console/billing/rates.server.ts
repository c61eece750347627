import { asc, desc } from "drizzle-orm";
import { rateCards } from "#app/db/schema/money/ledger.ts";
import { exchangeRates, metaAllowances, metaRates } from "#app/db/schema/money/metaCosts.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { pricesChanged } from "#app/domain/money/prices/read.server.ts";
import { ofThePlatform, record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { exchangeRateAdded, metaRateAdded } from "../events.ts";
import { staffOrgContext } from "../staffContext.ts";

/**
 * All versions of Meta's rates, of the exchange rate, of the free allowance, and of our own prices, newest
 * first.
 */
export async function listRates({ ctx }: { ctx: StaffContext }) {
  return ctx.db.withSystem(async (tx) => ({
    today: dayOf(ctx.clock.now()),
    rates: await tx
      .select()
      .from(metaRates)
      .orderBy(asc(metaRates.market), asc(metaRates.category), desc(metaRates.effectiveFrom))
      .limit(500),
    exchange: await tx.select().from(exchangeRates).orderBy(desc(exchangeRates.effectiveFrom)).limit(100),
    allowances: await tx.select().from(metaAllowances).orderBy(desc(metaAllowances.effectiveFrom)),
    prices: await tx
      .select()
      .from(rateCards)
      .orderBy(asc(rateCards.planType), asc(rateCards.billingType), desc(rateCards.effectiveFrom)),
  }));
}

/** Past days are unchanged: a version starts on a future day. */
function requireFuture(ctx: StaffContext, effectiveFrom: string): void {
  if (effectiveFrom <= dayOf(ctx.clock.now()))
    throw consoleError("rate.not_ahead", {
      fields: { effectiveFrom: m.errors_rate_not_ahead_field() },
    });
}

const known = () => consoleError("rate.known", { fields: { effectiveFrom: m.errors_rate_known_field() } });

const ofPlatform = (ctx: StaffContext) => staffOrgContext(ctx, ofThePlatform);

/** Adds a rate of Meta's from a day on. @throws DomainError `rate.not_ahead` (400), `rate.known` (409). */
export async function createMetaRate({
  ctx,
  input,
}: Call<
  { market: string; category: string; microUsd: number; effectiveFrom: string; reason: string },
  StaffContext
>): Promise<{ rateId: string }> {
  requireFuture(ctx, input.effectiveFrom);
  const now = ctx.clock.now();
  return ctx.db.withSystem(async (tx) => {
    const [added] = await tx
      .insert(metaRates)
      .values({ id: newId("mrt", now.getTime()), ...input, createdBy: ctx.session.userId, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: metaRates.id });
    if (!added) throw known();
    const { reason, ...rate } = input;
    pricesChanged(tx);
    await record(tx, ofPlatform(ctx), metaRateAdded, { subject: null, data: { ...rate, reason } });
    return { rateId: added.id };
  });
}

/** Adds an exchange rate from a day on. @throws DomainError `rate.not_ahead` (400), `rate.known` (409). */
export async function createExchangeRate({
  ctx,
  input,
}: Call<{ kesPerUsdE4: number; effectiveFrom: string; reason: string }, StaffContext>): Promise<{
  rateId: string;
}> {
  requireFuture(ctx, input.effectiveFrom);
  const now = ctx.clock.now();
  return ctx.db.withSystem(async (tx) => {
    const [added] = await tx
      .insert(exchangeRates)
      .values({ id: newId("xrt", now.getTime()), ...input, createdBy: ctx.session.userId, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: exchangeRates.id });
    if (!added) throw known();
    const { reason, ...rate } = input;
    pricesChanged(tx);
    await record(tx, ofPlatform(ctx), exchangeRateAdded, { subject: null, data: { ...rate, reason } });
    return { rateId: added.id };
  });
}
