import type { OrgContext } from "#app/platform/context.ts";
import { type BillingType, billingTypes, type PlanType, planTypes } from "#app/platform/money/planTypes.ts";
import { monthBefore, monthOf } from "#app/platform/time/calendar.ts";
import { readFunds } from "../funds.server.ts";
import { messagePriceOf } from "../messagePrice/read.server.ts";
import type { MessagePrice } from "../messagePrice/words.ts";
import { readPrices } from "../prices/read.server.ts";

/** A plan on offer. */
export interface Offer {
  planType: PlanType;
  billingType: BillingType;
  messageLimit: number;
  monthlyCents: number;
  includedMessages: number;
  perMessageCents: number;
  messagePrice: MessagePrice;
  /** A month's cost with this plan, for as many messages as last month or this one, whichever is more. */
  estimatedCents: number;
}

const costOf = (
  messages: number,
  card: { monthlyCents: number; includedMessages: number; perMessageCents: number },
) => card.monthlyCents + Math.max(0, messages - card.includedMessages) * card.perMessageCents;

/** All offers in force, the organisation's plan, and its planned change. */
export async function getPlans(ctx: OrgContext) {
  const now = ctx.clock.now();
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { org, usageOf, planned } = await readFunds(tx, ctx.orgId);
    const month = monthOf(now, org.timezone);
    const usualMessages = Math.max(
      ...[month, monthBefore(month, 1)].map((each) => usageOf(each)?.delivered ?? 0),
    );
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
    return {
      current: { planType: org.planType, billingType: org.billingType },
      planned,
      offers,
      usualMessages,
      nextMonth: monthBefore(month, -1),
    };
  });
}
