import { type PartnerCategory, partnerCategories } from "#app/platform/partnerCategories.ts";
import { m } from "#messages";

/** Choices of the screens, apart from the schemas, so that a browser gets them without the validation. */

export const partnerStatuses = ["active", "pending", "suspended"] as const;
export const partnerStatusWords = {
  get active() {
    return m.labels_active();
  },
  get pending() {
    return m.labels_pending();
  },
  get suspended() {
    return m.labels_suspended();
  },
} as const;

export { type PartnerCategory, partnerCategories };
export const categoryWords: Record<PartnerCategory, string> = {
  get agency() {
    return m.labels_agency();
  },
  get reseller() {
    return m.labels_reseller();
  },
  get software() {
    return m.labels_software_house();
  },
  get consultant() {
    return m.labels_consultant();
  },
  get telecom() {
    return m.labels_telecom();
  },
};

export const settlementStatuses = ["completed", "pending", "paid", "processing", "failed"] as const;
export type ShareStatus = (typeof settlementStatuses)[number];
export const settlementStatusWords: Record<ShareStatus, string> = {
  get completed() {
    return m.labels_completed();
  },
  get pending() {
    return m.labels_pending();
  },
  get paid() {
    return m.labels_paid();
  },
  get processing() {
    return m.labels_processing();
  },
  get failed() {
    return m.labels_failed();
  },
};
/** What a settlement is called: one that waits past its day is overdue. */
export const settlementWords = ({ status, isLate }: { status: ShareStatus; isLate: boolean }): string =>
  isLate ? m.labels_overdue() : settlementStatusWords[status];
export const settlementMeaning = ({ status, isLate }: { status: ShareStatus; isLate: boolean }): string =>
  isLate ? m.labels_payout_date_passed() : settlementMeanings[status].settlement;

/** How each status of a transaction and of a settlement is meant. */
export const settlementMeanings: Record<ShareStatus, { transaction: string; settlement: string }> = {
  pending: {
    get transaction() {
      return m.labels_not_settled_yet();
    },
    get settlement() {
      return m.labels_waits_to_be_processed();
    },
  },
  completed: {
    get transaction() {
      return m.labels_in_a_settlement_that_is_not();
    },
    get settlement() {
      return m.labels_too_little_to_pay_out_added();
    },
  },
  processing: {
    get transaction() {
      return m.labels_its_payout_is_under_way();
    },
    get settlement() {
      return m.labels_the_payout_is_under_way();
    },
  },
  paid: {
    get transaction() {
      return m.labels_paid_out();
    },
    get settlement() {
      return m.labels_paid_out();
    },
  },
  failed: {
    get transaction() {
      return m.labels_its_payout_was_refused();
    },
    get settlement() {
      return m.labels_the_payout_was_refused_and_can();
    },
  },
};

export const serviceWords = {
  get campaign_messages() {
    return m.labels_campaign_messages();
  },
  get single_messages() {
    return m.labels_single_messages();
  },
  get plan() {
    return m.labels_plan();
  },
  get correction() {
    return m.labels_correction();
  },
} as const;
export const services = ["campaign_messages", "single_messages", "plan", "correction"] as const;

export const payoutMethodWords = {
  mpesa: "M-Pesa",
  get bank() {
    return m.labels_bank_transfer_2();
  },
} as const;

export const payoutStateWords = {
  get pending() {
    return m.labels_pending();
  },
  get unknown() {
    return m.labels_unknown();
  },
  get paid() {
    return m.labels_paid();
  },
  get failed() {
    return m.labels_failed();
  },
} as const;
