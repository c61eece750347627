import { m } from "#messages";

/** The plans, the smallest first. */
export const planTypes = ["Starter", "Growth", "Enterprise"] as const;
export type PlanType = (typeof planTypes)[number];

/** Who pays when: from the wallet before sending, or once a month afterwards. */
export const billingTypes = ["prepaid", "postpaid"] as const;
export type BillingType = (typeof billingTypes)[number];

export const billingTypeWords: Record<BillingType, string> = {
  get prepaid() {
    return m.labels_prepaid();
  },
  get postpaid() {
    return m.labels_postpaid();
  },
};
