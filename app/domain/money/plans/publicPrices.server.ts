import type { VisitorContext } from "#app/platform/context.ts";
import { type PlanType, planTypes } from "#app/platform/money/planTypes.ts";
import { metaCentsOf } from "../messagePrice/read.server.ts";
import { readPrices } from "../prices/read.server.ts";

/** A plan's list price, billed monthly. Amounts are KES cents with VAT. */
export interface ListPrice {
  planType: PlanType;
  monthlyCents: number;
  includedMessages: number;
  perMessageCents: number;
}

/** The list prices in force, as billing applies them: monthly plans, prepaid messages, VAT, and Meta's own charge. */
export async function getPublicPrices({ ctx: { db, clock } }: { ctx: VisitorContext }) {
  const at = clock.now();
  const prices = await readPrices(db.systemReads);
  const plans = planTypes.flatMap((planType): ListPrice[] => {
    const card = prices.cardAt({ planType, billingType: "postpaid", at });
    if (!card) return [];
    const { monthlyCents, includedMessages, perMessageCents } = card;
    return [{ planType, monthlyCents, includedMessages, perMessageCents }];
  });
  const prepaid = prices.cardAt({ planType: planTypes[0], billingType: "prepaid", at });
  return {
    plans,
    prepaidPerMessageCents: prepaid?.perMessageCents ?? null,
    vatBasisPoints: prices.vatAt(at),
    /** Meta's list price for a message to a Kenyan number, by category. */
    metaCents: metaCentsOf(prices, at),
  };
}
