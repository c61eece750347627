import { type PartnerCategory, partnerCategories } from "#app/platform/partnerCategories.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Choices of the screens, apart from the schemas, so that a browser gets them without the validation. */

export const partnerStatuses = ["active", "pending", "suspended"] as const;
export const partnerStatusWords = lazy({
  active: m.common_active,
  pending: m.common_pending,
  suspended: m.common_suspended,
});

export { type PartnerCategory, partnerCategories };
export const categoryWords: Record<PartnerCategory, string> = lazy({
  agency: m.partners_category_agency,
  reseller: m.partners_category_reseller,
  software: m.partners_category_software,
  consultant: m.partners_category_consultant,
  telecom: m.partners_category_telecom,
});

export const settlementStatuses = ["completed", "pending", "paid", "processing", "failed"] as const;
export type ShareStatus = (typeof settlementStatuses)[number];
export const settlementStatusWords: Record<ShareStatus, string> = lazy({
  completed: m.common_completed,
  pending: m.common_pending,
  paid: m.common_paid,
  processing: m.partners_settlement_status_processing,
  failed: m.common_failed,
});
/** What a settlement is called: one that waits past its day is overdue. */
export const settlementWords = ({ status, isLate }: { status: ShareStatus; isLate: boolean }): string =>
  isLate ? m.common_status_overdue() : settlementStatusWords[status];
export const settlementMeaning = ({ status, isLate }: { status: ShareStatus; isLate: boolean }): string =>
  isLate ? m.partners_settlement_late_meaning() : settlementMeanings[status].settlement;

/** How each status of a transaction and of a settlement is meant. */
export const settlementMeanings: Record<ShareStatus, { transaction: string; settlement: string }> = lazy({
  pending: { transaction: m.partners_not_settled_yet, settlement: m.partners_settlement_pending_meaning },
  completed: {
    transaction: m.partners_transaction_completed_meaning,
    settlement: m.partners_settlement_completed_meaning,
  },
  processing: {
    transaction: m.partners_transaction_processing_meaning,
    settlement: m.partners_settlement_processing_meaning,
  },
  paid: { transaction: m.partners_paid_out, settlement: m.partners_paid_out },
  failed: {
    transaction: m.partners_transaction_failed_meaning,
    settlement: m.partners_settlement_failed_meaning,
  },
});

export const serviceWords = lazy({
  campaign_messages: m.partners_service_campaign_messages,
  single_messages: m.partners_service_single_messages,
  plan: m.partners_service_plan,
  correction: m.partners_service_correction,
});
export const services = ["campaign_messages", "single_messages", "plan", "correction"] as const;

export const payoutMethodWords = lazy({
  mpesa: "M-Pesa",
  bank: m.common_bank_transfer,
});

export const payoutStateWords = lazy({
  pending: m.common_pending,
  unknown: m.common_unknown,
  paid: m.common_paid,
  failed: m.common_failed,
});
