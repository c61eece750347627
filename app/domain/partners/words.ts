import { type PartnerCategory, partnerCategories } from "#app/platform/partnerCategories.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Choices of the screens, apart from the schemas, so that a browser gets them without the validation. */

export const partnerStatuses = ["active", "pending", "suspended"] as const;
export const partnerStatusWords = lazy({
  active: m.labels_active,
  pending: m.labels_pending,
  suspended: m.labels_suspended,
});

export { type PartnerCategory, partnerCategories };
export const categoryWords: Record<PartnerCategory, string> = lazy({
  agency: m.labels_agency,
  reseller: m.labels_reseller,
  software: m.labels_software_house,
  consultant: m.labels_consultant,
  telecom: m.labels_telecom,
});

export const settlementStatuses = ["completed", "pending", "paid", "processing", "failed"] as const;
export type ShareStatus = (typeof settlementStatuses)[number];
export const settlementStatusWords: Record<ShareStatus, string> = lazy({
  completed: m.labels_completed,
  pending: m.labels_pending,
  paid: m.labels_paid,
  processing: m.labels_processing,
  failed: m.labels_failed,
});
/** What a settlement is called: one that waits past its day is overdue. */
export const settlementWords = ({ status, isLate }: { status: ShareStatus; isLate: boolean }): string =>
  isLate ? m.labels_overdue() : settlementStatusWords[status];
export const settlementMeaning = ({ status, isLate }: { status: ShareStatus; isLate: boolean }): string =>
  isLate ? m.labels_payout_date_passed() : settlementMeanings[status].settlement;

/** How each status of a transaction and of a settlement is meant. */
export const settlementMeanings: Record<ShareStatus, { transaction: string; settlement: string }> = lazy({
  pending: { transaction: m.labels_not_settled_yet, settlement: m.labels_waits_to_be_processed },
  completed: {
    transaction: m.labels_in_a_settlement_that_is_not,
    settlement: m.labels_too_little_to_pay_out_added,
  },
  processing: { transaction: m.labels_its_payout_is_under_way, settlement: m.labels_the_payout_is_under_way },
  paid: { transaction: m.labels_paid_out, settlement: m.labels_paid_out },
  failed: {
    transaction: m.labels_its_payout_was_refused,
    settlement: m.labels_the_payout_was_refused_and_can,
  },
});

export const serviceWords = lazy({
  campaign_messages: m.labels_campaign_messages,
  single_messages: m.labels_single_messages,
  plan: m.labels_plan,
  correction: m.labels_correction,
});
export const services = ["campaign_messages", "single_messages", "plan", "correction"] as const;

export const payoutMethodWords = lazy({
  mpesa: "M-Pesa",
  bank: m.labels_bank_transfer_2,
});

export const payoutStateWords = lazy({
  pending: m.labels_pending,
  unknown: m.labels_unknown,
  paid: m.labels_paid,
  failed: m.labels_failed,
});
