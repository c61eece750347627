import { currentLocale } from "#app/platform/locale/locale.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Choices of the Billing tab, apart from the schemas, so that a browser gets them without the validation. */

export const disputeOutcomes = lazy({
  stands: m.admin_dispute_outcomes_stands,
  credit_note: m.admin_dispute_outcomes_credit_note,
  wallet_credit: m.admin_dispute_outcomes_wallet_credit,
});

/** A dispute's status. */
export const disputeStateWords = lazy({
  open: m.admin_state_open,
  resolved: m.admin_state_resolved,
});

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

/** Days from which on a new price may apply. */
export const noticeDays = 30;

/** Work for a person. */
export const workLists = lazy({
  unmatched: { label: m.admin_work_lists_unmatched, meaning: m.admin_work_lists_unmatched_meaning },
  unknown: { label: m.common_unknown, meaning: m.admin_work_lists_unknown_meaning },
  payouts: { label: m.admin_work_lists_payouts, meaning: m.admin_work_lists_payouts_meaning },
  tax_refused: { label: m.admin_work_lists_tax_refused, meaning: m.admin_work_lists_tax_refused_meaning },
});
export type WorkList = keyof typeof workLists;

/** An invoice's payment method, as a console label. */
export const methodLabel = (method: "mpesa" | "card" | "bank" | null) =>
  method === "bank"
    ? m.admin_billing_method_bank()
    : method === "mpesa"
      ? "M-Pesa"
      : m.admin_billing_method_card();

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

/** Countries of Meta's price list by code; the other markets are several countries. */
const countries: Record<string, string> = { Egypt: "EG", Morocco: "MA", Nigeria: "NG", "South Africa": "ZA" };
const otherMarkets: Record<string, () => string> = {
  "Rest of Africa": m.admin_other_markets_rest_of_africa,
  Other: m.admin_other_markets_other,
  Unknown: m.admin_other_markets_unknown,
};

/** A market of Meta's price list in the reader's language. */
export const marketName = (market: string): string => {
  const country = countries[market];
  if (!country) return otherMarkets[market]?.() ?? market;
  return new Intl.DisplayNames(currentLocale(), { type: "region" }).of(country) ?? market;
};

const metaWords: Record<string, () => string> = {
  marketing: m.admin_meta_marketing,
  utility: m.admin_meta_utility,
  authentication: m.admin_meta_authentication,
  service: m.admin_meta_service,
  marketing_lite: m.admin_meta_marketing_lite,
  regular: m.admin_meta_regular,
  free_customer_service: m.admin_meta_free_customer_service,
  free_entry_point: m.admin_meta_free_entry_point,
  untold: m.admin_meta_not_reported,
};

/** A category of Meta's prices, or a pricing type, as a label. */
export const metaWord = (name: string): string => metaWords[name]?.() ?? name.replaceAll("_", " ");

const entryWords: Record<string, () => string> = {
  top_up: m.admin_entry_top_up,
  invoice_paid: m.admin_entry_invoice_paid,
  refund: m.admin_entry_refund,
  hold: m.admin_entry_hold,
  settle: m.admin_entry_settle,
  release: m.admin_entry_release,
  adjustment: m.admin_entry_adjustment,
  suspense: m.admin_entry_suspense,
  claim: m.admin_entry_claim,
  payout: m.admin_entry_payout,
  share: m.admin_entry_share,
  settlement: m.admin_entry_settlement,
  reversal: m.admin_entry_reversal,
};

/** The kind of a ledger entry as a label. */
export const entryWord = (kind: string): string => entryWords[kind]?.() ?? kind.replaceAll("_", " ");

const bookWords: Record<string, () => string> = {
  wallet: m.admin_book_wallet,
  held: m.admin_book_held,
  revenue: m.admin_book_revenue,
  funding: m.admin_book_funding,
  mpesa_clearing: m.admin_book_mpesa_clearing,
  card_clearing: m.admin_book_card_clearing,
  bank_clearing: m.admin_book_bank_clearing,
  suspense: m.admin_book_suspense,
  accrued: m.admin_book_accrued,
  earnings: m.admin_book_earnings,
  partner_share: m.admin_book_partner_share,
  paid_out: m.admin_book_paid_out,
};

/** A ledger account as a label. */
export const bookWord = (account: string): string => bookWords[account]?.() ?? account.replaceAll("_", " ");
