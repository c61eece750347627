import { currentLocale } from "#app/platform/locale/locale.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Choices of the Billing tab, apart from the schemas, so that a browser gets them without the validation. */

export const disputeOutcomes = lazy({
  stands: m.labels_the_invoice_stands,
  credit_note: m.labels_credit_note_less_is_to_be,
  wallet_credit: m.labels_credit_to_the_wallet_the_invoice,
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

/** Work for a person. */
export const workLists = lazy({
  unmatched: { label: m.labels_unmatched, meaning: m.labels_money_that_came_in_and_of },
  unknown: { label: m.labels_unknown, meaning: m.labels_payments_and_payouts_of_which_the },
  payouts: { label: m.labels_payouts_waiting, meaning: m.labels_payouts_that_were_started_and_have },
  tax_refused: { label: m.labels_tax_refused, meaning: m.labels_documents_that_kra_refused_those_after },
});
export type WorkList = keyof typeof workLists;

/** An invoice's payment method, as a console label. */
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

/** Countries of Meta's price list by code; the other markets are several countries. */
const countries: Record<string, string> = { Egypt: "EG", Morocco: "MA", Nigeria: "NG", "South Africa": "ZA" };
const otherMarkets: Record<string, () => string> = {
  "Rest of Africa": m.labels_market_rest_of_africa,
  Other: m.labels_market_other,
  Unknown: m.labels_market_unknown,
};

/** A market of Meta's price list in the reader's language. */
export const marketName = (market: string): string => {
  const country = countries[market];
  if (!country) return otherMarkets[market]?.() ?? market;
  return new Intl.DisplayNames(currentLocale(), { type: "region" }).of(country) ?? market;
};

const metaWords: Record<string, () => string> = {
  marketing: m.labels_meta_marketing,
  utility: m.labels_meta_utility,
  authentication: m.labels_meta_authentication,
  service: m.labels_meta_service,
  marketing_lite: m.labels_meta_marketing_lite,
  regular: m.labels_meta_regular,
  free_customer_service: m.labels_meta_free_customer_service,
  free_entry_point: m.labels_meta_free_entry_point,
  untold: m.labels_meta_untold,
};

/** A category of Meta's prices, or a pricing type, as a label. */
export const metaWord = (name: string): string => metaWords[name]?.() ?? name.replaceAll("_", " ");

const entryWords: Record<string, () => string> = {
  top_up: m.labels_entry_top_up,
  invoice_paid: m.labels_entry_invoice_paid,
  refund: m.labels_entry_refund,
  hold: m.labels_entry_hold,
  settle: m.labels_entry_settle,
  release: m.labels_entry_release,
  adjustment: m.labels_entry_adjustment,
  suspense: m.labels_entry_suspense,
  claim: m.labels_entry_claim,
  payout: m.labels_entry_payout,
  share: m.labels_entry_share,
  settlement: m.labels_entry_settlement,
  reversal: m.labels_entry_reversal,
};

/** The kind of a ledger entry as a label. */
export const entryWord = (kind: string): string => entryWords[kind]?.() ?? kind.replaceAll("_", " ");

const bookWords: Record<string, () => string> = {
  wallet: m.labels_book_wallet,
  held: m.labels_book_held,
  revenue: m.labels_book_revenue,
  funding: m.labels_book_funding,
  mpesa_clearing: m.labels_book_mpesa_clearing,
  card_clearing: m.labels_book_card_clearing,
  bank_clearing: m.labels_book_bank_clearing,
  suspense: m.labels_book_suspense,
  accrued: m.labels_book_accrued,
  earnings: m.labels_book_earnings,
  partner_share: m.labels_book_partner_share,
  paid_out: m.labels_book_paid_out,
};

/** A ledger account as a label. */
export const bookWord = (account: string): string => bookWords[account]?.() ?? account.replaceAll("_", " ");
