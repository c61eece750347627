import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The plans, the smallest first. */
export const planTypes = ["Starter", "Growth", "Enterprise"] as const;
export type PlanType = (typeof planTypes)[number];

/** When payment is due: from the wallet before sending, or monthly afterwards. */
export const billingTypes = ["prepaid", "postpaid"] as const;
export type BillingType = (typeof billingTypes)[number];

export const billingTypeWords: Record<BillingType, string> = lazy({
  prepaid: m.labels_prepaid,
  postpaid: m.labels_postpaid,
});

/** The intended customers of each plan. */
export const planSummaries: Record<PlanType, string> = lazy({
  Starter: m.labels_for_a_shop_that_begins,
  Growth: m.labels_for_regular_campaigns,
  Enterprise: m.labels_for_large_organisations,
});
