import { counted } from "#app/platform/counts.ts";
import { m } from "#messages";

/** Choices of the Billing tab, apart from the schemas, so that a browser gets them without the validation. */

export const disputeOutcomes = {
  get stands() {
    return m.labels_the_invoice_stands();
  },
  get credit_note() {
    return m.labels_credit_note_less_is_to_be();
  },
  get wallet_credit() {
    return m.labels_credit_to_the_wallet_the_invoice();
  },
} as const;

export const metaMarkets = [
  "Rest of Africa",
  "Egypt",
  "Morocco",
  "Nigeria",
  "South Africa",
  "Other",
] as const;
export const metaCategories = [
  "marketing",
  "utility",
  "authentication",
  "service",
  "marketing_lite",
] as const;

/** Work that waits for a person. */
export const workLists = {
  unmatched: {
    get label() {
      return m.labels_unmatched();
    },
    get meaning() {
      return m.labels_money_that_came_in_and_of();
    },
  },
  unknown: {
    get label() {
      return m.labels_unknown();
    },
    get meaning() {
      return m.labels_payments_and_payouts_of_which_the();
    },
  },
  payouts: {
    get label() {
      return m.labels_payouts_waiting();
    },
    get meaning() {
      return m.labels_payouts_that_were_started_and_have();
    },
  },
  tax_refused: {
    get label() {
      return m.labels_tax_refused();
    },
    get meaning() {
      return m.labels_documents_that_kra_refused_those_after();
    },
  },
} as const;
export type WorkList = keyof typeof workLists;

/** How an invoice is paid, in the words of the console. */
export const methodLabel = (method: "mpesa" | "card" | "bank" | null) =>
  method === "bank" ? m.labels_manual_bank_transfer() : method === "mpesa" ? "M-Pesa" : m.labels_auto();

export const tones = {
  pending: "warn",
  paid: "good",
  overdue: "bad",
  disputed: "bad",
  credited: "neutral",
  draft: "neutral",
  open: "warn",
  resolved: "good",
} as const;

/** How long something has waited: `3 days`, `5 hours`. */
export function ageOf(since: Date | string, now: Date | string): string {
  const minutes = Math.max(0, Math.floor((new Date(now).getTime() - new Date(since).getTime()) / 60_000));
  if (minutes < 60) return counted(m.counts_minutes, minutes);
  return minutes < 48 * 60
    ? counted(m.counts_hours, Math.floor(minutes / 60))
    : counted(m.counts_days, Math.floor(minutes / 1440));
}
