import { and, asc, desc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { organisations } from "#app/db/schema/identity.ts";
import { planChanges, planVersions } from "#app/db/schema/invoices.ts";
import { monthlyUsage, rateCards } from "#app/db/schema/money.ts";
import { monthOf } from "#app/platform/calendar.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { type BillingType, billingTypes, type PlanType, planTypes } from "#app/platform/planTypes.ts";
import { readMessagePrices } from "../messagePrice/read.server.ts";
import type { MessagePrice } from "../messagePrice/words.ts";
import { monthBefore } from "./months.ts";

/** The prices of a plan and billing type in force at a moment: the plan's own before those of all plans. */
export async function cardAt(
  tx: Tx,
  { planType, billingType, at }: { planType: PlanType; billingType: BillingType; at: Date },
) {
  const [card] = await tx
    .select()
    .from(rateCards)
    .where(
      and(
        eq(rateCards.billingType, billingType),
        inArray(rateCards.planType, [planType, "*"]),
        lte(rateCards.effectiveFrom, at),
      ),
    )
    .orderBy(sql`${rateCards.planType} = '*'`, desc(rateCards.effectiveFrom))
    .limit(1);
  return card;
}

/** What a plan is at a moment. */
export async function planAt(tx: Tx, planType: PlanType, at: Date) {
  const [version] = await tx
    .select()
    .from(planVersions)
    .where(and(eq(planVersions.planType, planType), lte(planVersions.effectiveFrom, at)))
    .orderBy(desc(planVersions.effectiveFrom))
    .limit(1);
  return version;
}

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
    const offers: Omit<Offer, "messagePrice">[] = [];
    for (const planType of planTypes)
      for (const billingType of billingTypes) {
        const card = await cardAt(tx, { planType, billingType, at: now });
        const plan = await planAt(tx, planType, now);
        if (!card || !plan) continue;
        const { monthlyCents, includedMessages, perMessageCents } = card;
        const { messageLimit } = plan;
        const estimatedCents = costOf(usualMessages, card);
        offers.push({
          ...{ planType, billingType, messageLimit, estimatedCents },
          ...{ monthlyCents, includedMessages, perMessageCents },
        });
      }
    const prices = await readMessagePrices(
      tx,
      offers.map(({ perMessageCents }) => perMessageCents),
      now,
    );
    const [planned] = await tx
      .select()
      .from(planChanges)
      .where(and(eq(planChanges.orgId, ctx.orgId), eq(planChanges.state, "planned")))
      .orderBy(asc(planChanges.id));
    return {
      current: { planType: org.planType, billingType: org.billingType },
      planned: planned ?? null,
      offers: offers.map((offer, index): Offer => ({ ...offer, messagePrice: prices[index]! })),
      usualMessages,
      nextMonth: monthBefore(month, -1),
    };
  });
}
