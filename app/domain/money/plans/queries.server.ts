import { and, asc, eq, inArray } from "drizzle-orm";
import { organisations } from "#app/db/schema/identity.ts";
import { planChanges } from "#app/db/schema/invoices.ts";
import { monthlyUsage } from "#app/db/schema/money.ts";
import { monthOf } from "#app/platform/calendar.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { type BillingType, billingTypes, type PlanType, planTypes } from "#app/platform/planTypes.ts";
import { messagePriceOf } from "../messagePrice/read.server.ts";
import type { MessagePrice } from "../messagePrice/words.ts";
import { readPrices } from "../prices/read.server.ts";
import { monthBefore } from "./months.ts";

/** A plan as it can be chosen. */
export interface Offer {
  planType: PlanType;
  billingType: BillingType;
  messageLimit: number;
  monthlyCents: number;
  includedMessages: number;
  perMessageCents: number;
  messagePrice: MessagePrice;
  /** What a month with as many messages as the last full one, or this one if that is more, costs with it. */
  estimatedCents: number;
}

const costOf = (
  messages: number,
  card: { monthlyCents: number; includedMessages: number; perMessageCents: number },
) => card.monthlyCents + Math.max(0, messages - card.includedMessages) * card.perMessageCents;

/** All offers in force, what the organisation has, and the change that is planned. */
export async function getPlans(ctx: OrgContext) {
  const now = ctx.clock.now();
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [org] = await tx.select().from(organisations).where(eq(organisations.id, ctx.orgId));
    if (!org) throw notFound("Organisation");
    const month = monthOf(now, org.timezone);
    const usage = await tx
      .select()
      .from(monthlyUsage)
      .where(
        and(eq(monthlyUsage.orgId, ctx.orgId), inArray(monthlyUsage.month, [month, monthBefore(month)])),
      );
    const usualMessages = Math.max(0, ...usage.map(({ delivered }) => delivered));
    const prices = await readPrices(tx);
    const offers: Offer[] = [];
    for (const planType of planTypes)
      for (const billingType of billingTypes) {
        const card = prices.cardAt({ planType, billingType, at: now });
        const plan = prices.planAt(planType, now);
        if (!card || !plan) continue;
        const { monthlyCents, includedMessages, perMessageCents } = card;
        const { messageLimit } = plan;
        const estimatedCents = costOf(usualMessages, card);
        offers.push({
          ...{ planType, billingType, messageLimit, estimatedCents },
          ...{ monthlyCents, includedMessages, perMessageCents },
          messagePrice: messagePriceOf(prices, perMessageCents, now),
        });
      }
    const [planned] = await tx
      .select()
      .from(planChanges)
      .where(and(eq(planChanges.orgId, ctx.orgId), eq(planChanges.state, "planned")))
      .orderBy(asc(planChanges.id));
    return {
      current: { planType: org.planType, billingType: org.billingType },
      planned: planned ?? null,
      offers,
      usualMessages,
      nextMonth: monthBefore(month, -1),
    };
  });
}
