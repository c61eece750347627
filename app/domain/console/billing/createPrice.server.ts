import { rateCards } from "#app/db/schema/money/ledger.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { pricesChanged } from "#app/domain/money/prices/read.server.ts";
import { ofThePlatform, record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import { priceAdded } from "../events.ts";
import { notifyOfPriceJob } from "../jobs.ts";
import { staffOrgContext } from "../staffContext.ts";
import { noticeDays } from "./words.ts";

/** The terms require notice of a change of fees. */
const dayMs = 86_400_000;

export interface NewPrice {
  /** `*`: all plans without their own price. */
  planType: "*" | "Starter" | "Growth" | "Enterprise";
  billingType: "prepaid" | "postpaid";
  monthlyCents: number;
  includedMessages: number;
  perMessageCents: number;
  /** The first day in Nairobi, `2027-01-01`. */
  effectiveFrom: string;
  reason: string;
}

/**
 * Adds one of our prices from a day on, and notifies every affected organisation. @throws DomainError
 * `price.notice_too_short` (400), `rate.known` (409).
 */
export async function createPrice({
  ctx,
  input,
}: Call<NewPrice, StaffContext>): Promise<{ rateCardId: string }> {
  const now = ctx.clock.now();
  const first = dayOf(new Date(now.getTime() + noticeDays * dayMs));
  if (input.effectiveFrom < first)
    throw consoleError("price.notice_too_short", {
      values: { first: longDay(first), noticeDays },
      fields: { effectiveFrom: m.errors_price_notice_too_short_field({ first: longDay(first) }) },
    });
  const { reason, effectiveFrom, ...price } = input;
  return ctx.db.withSystem(async (tx) => {
    const [added] = await tx
      .insert(rateCards)
      .values({
        id: newId("prc", now.getTime()),
        ...price,
        effectiveFrom: new Date(`${effectiveFrom}T00:00:00+03:00`),
      })
      .onConflictDoNothing()
      .returning({ id: rateCards.id });
    if (!added)
      throw consoleError("rate.known", {
        fields: { effectiveFrom: m.errors_price_known_field() },
      });
    pricesChanged(tx);
    await record(tx, staffOrgContext(ctx, ofThePlatform), priceAdded, {
      subject: null,
      data: { ...price, effectiveFrom, reason },
    });
    await ctx.jobs.enqueue(notifyOfPriceJob, { rateCardId: added.id, reason, after: "" }, { tx });
    return { rateCardId: added.id };
  });
}
