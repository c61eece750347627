/** Choices of the Billing tab, apart from the schemas, so that a browser gets them without the validation. */

export const disputeOutcomes = {
  stands: "The invoice stands",
  credit_note: "Credit note: less is to be paid",
  wallet_credit: "Credit to the wallet; the invoice stands",
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
  unmatched: { label: "Unmatched", meaning: "Money that came in and of which nobody knows whose it is." },
  unknown: {
    label: "Unknown",
    meaning: "Payments and payouts of which the payment service has not told how they ended.",
  },
  payouts: { label: "Payouts waiting", meaning: "Payouts that were started and have not left yet." },
  tax_refused: {
    label: "Tax refused",
    meaning: "Documents that KRA refused. Those after each of them wait until it is sent again.",
  },
} as const;
export type WorkList = keyof typeof workLists;

/** How an invoice is paid, in the words of the console. */
export const methodLabel = (method: "mpesa" | "card" | "bank" | null) =>
  method === "bank" ? "Manual Bank Transfer" : method === "mpesa" ? "M-Pesa" : "Auto";

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
  const [count, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), "hour"]
        : [Math.floor(minutes / 1440), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
