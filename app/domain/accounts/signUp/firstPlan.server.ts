import { readPrices } from "#app/domain/money/prices/read.server.ts";
import type { VisitorContext } from "#app/platform/context.ts";

/** The plan of new organisations. */
export const firstPlan = { planType: "Starter", billingType: "postpaid" } as const;

/** What a new organisation gets: `includedMessages` a month, at no price. */
export async function getFirstPlan({ ctx: { db, clock } }: { ctx: VisitorContext }) {
  const prices = await readPrices(db.systemReads);
  const card = prices.cardAt({ ...firstPlan, at: clock.now() });
  return { includedMessages: card?.includedMessages ?? 0 };
}
