/** Choices of the screens, apart from the schemas, so that a browser gets them without the validation. */

export const partnerStatuses = ["active", "pending", "suspended"] as const;
export const partnerStatusWords = { active: "Active", pending: "Pending", suspended: "Suspended" } as const;

export const partnerCategories = ["agency", "reseller", "software", "consultant", "telecom"] as const;
export const categoryWords: Record<string, string> = {
  agency: "Agency",
  reseller: "Reseller",
  software: "Software house",
  consultant: "Consultant",
  telecom: "Telecom",
};

export const settlementStatuses = ["completed", "pending", "paid", "processing", "failed"] as const;
export type ShareStatus = (typeof settlementStatuses)[number];
export const settlementStatusWords: Record<ShareStatus, string> = {
  completed: "Completed",
  pending: "Pending",
  paid: "Paid",
  processing: "Processing",
  failed: "Failed",
};
/** How each status of a transaction and of a settlement is meant. */
export const settlementMeanings: Record<ShareStatus, { transaction: string; settlement: string }> = {
  pending: {
    transaction: "Not settled yet",
    settlement: "Waits to be processed",
  },
  completed: {
    transaction: "In a settlement that is not paid yet",
    settlement: "Too little to pay out: added to the next settlement",
  },
  processing: { transaction: "Its payout is under way", settlement: "The payout is under way" },
  paid: { transaction: "Paid out", settlement: "Paid out" },
  failed: {
    transaction: "Its payout was refused",
    settlement: "The payout was refused, and can be processed again",
  },
};

export const serviceWords = {
  campaign_messages: "Campaign messages",
  single_messages: "Single messages",
  plan: "Plan",
  correction: "Correction",
} as const;
export const services = ["campaign_messages", "single_messages", "plan", "correction"] as const;

export const payoutMethodWords = { mpesa: "M-Pesa", bank: "Bank transfer" } as const;

export const payoutStateWords = {
  pending: "Pending",
  unknown: "Unknown",
  paid: "Paid",
  failed: "Failed",
} as const;
