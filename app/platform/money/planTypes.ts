import { inSentence } from "#app/platform/text/inSentence.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The plans, the smallest first. */
export const planTypes = ["Starter", "Growth", "Enterprise"] as const;
export type PlanType = (typeof planTypes)[number];

/** When payment is due: from the wallet before sending, or monthly afterwards. */
export const billingTypes = ["prepaid", "postpaid"] as const;
export type BillingType = (typeof billingTypes)[number];

export const billingTypeWords: Record<BillingType, string> = lazy({
  prepaid: m.common_billing_type_prepaid,
  postpaid: m.common_billing_type_postpaid,
});

/** `Growth, prepaid`. */
export const planWords = (plan: string, billingType: string): string =>
  m.common_plan_with_billing({
    plan,
    billingType: inSentence(billingTypeWords[billingType as BillingType] ?? billingType),
  });

/** The intended customers of each plan. */
export const planSummaries: Record<PlanType, string> = lazy({
  Starter: m.common_plan_summaries_starter,
  Growth: m.common_plan_summaries_growth,
  Enterprise: m.common_plan_summaries_enterprise,
});
