import { z } from "zod";
import { creditReason } from "#app/domain/money/invoices/schemas.ts";
import { invoiceStatuses } from "#app/domain/money/invoices/words.ts";
import { atLeast, atMost, tooLong } from "#app/platform/forms/checks.ts";
import { m } from "#messages";
import { reason } from "../schemas.ts";
import { plans } from "../words.ts";
import { disputeOutcomes, metaCategories, metaMarkets, workLists } from "./words.ts";

const keysOf = <T extends object>(of: T) => Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];
const page = z.coerce.number().int().min(1).max(100_000).catch(1).default(1);
const search = z.string().trim().max(100).catch("").default("");

export const invoiceQuery = z.object({
  search,
  status: z
    .enum(["all", ...invoiceStatuses])
    .catch("all")
    .default("all"),
  plan: z
    .enum(["all", ...plans])
    .catch("all")
    .default("all"),
  sort: z
    .enum(["number", "-number", "business", "-business", "amount", "-amount", "due", "-due", "date", "-date"])
    .catch("-date")
    .default("-date"),
  page,
});

export const entryKinds = [
  "top_up",
  "invoice_paid",
  "refund",
  "hold",
  "settle",
  "release",
  "adjustment",
  "claim",
  "payout",
  "reversal",
] as const;
/** Wallet movements other than messages: those that can be reversed. */
export const moneyKinds = ["top_up", "claim", "refund", "adjustment", "invoice_paid", "reversal"] as const;
export const entryQuery = z.object({
  search,
  kind: z
    .enum(["all", "money", ...entryKinds])
    .catch("all")
    .default("all"),
  page,
});

export const disputeQuery = z.object({
  status: z.enum(["open", "resolved", "all"]).catch("open").default("open"),
  page,
});

export const workQuery = z.object({
  list: z.enum(keysOf(workLists)).catch("unmatched").default("unmatched"),
});

export const reconcileForm = z.object({
  bankReference: z
    .string({ error: m.checks_bank_reference_required })
    .trim()
    .min(3, { error: m.checks_reconcile_reference_invalid })
    .max(100, tooLong),
  paidOn: z.iso.date({ error: m.checks_reconcile_date_required }),
  notes: z
    .string({ error: m.checks_reconcile_notes_required })
    .trim()
    .min(5, atLeast(m.checks_reconcile_notes_too_short))
    .max(500, tooLong),
});

/**
 * An amount in shillings with at most two decimals, as cents. Digits are shifted, never multiplied as a
 * fraction.
 */
const kesAmount = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, { error: m.checks_reconcile_amount_invalid })
  .transform((text) => {
    const [shillings, cents = ""] = text.split(".");
    return Number(shillings) * 100 + Number(cents.padEnd(2, "0"));
  });

export const disputeForm = z.object({
  outcome: z.enum(keysOf(disputeOutcomes), { error: m.checks_dispute_outcome_required }),
  amountKes: kesAmount.optional(),
  reason: creditReason,
});

/** Ten thousandths of a shilling, or millionths of a dollar: `129.25` → 1292500 with 4 decimals. */
const decimal = (decimals: number, most: number, example: string) =>
  z
    .string({ error: () => m.checks_decimal_invalid({ example }) })
    .trim()
    .regex(new RegExp(`^\\d{1,4}(\\.\\d{1,${decimals}})?$`), {
      error: () => m.checks_decimal_invalid({ example }),
    })
    .transform((text) => {
      const [whole, fraction = ""] = text.split(".");
      return Number(whole) * 10 ** decimals + Number(fraction.padEnd(decimals, "0"));
    })
    .refine((value) => value <= most, { error: m.checks_decimal_too_large });

const effectiveFrom = z.iso.date({ error: m.checks_rate_first_day_required });

export const rateForm = z.object({
  market: z.enum(metaMarkets, { error: m.checks_rate_market_required }),
  category: z.enum(metaCategories, { error: m.checks_rate_category_required }),
  usd: decimal(6, 10_000_000, "0.0225"),
  effectiveFrom,
  reason,
});
export const exchangeForm = z.object({
  kes: decimal(4, 100_000_000, "129.25").refine((value) => value > 0, {
    error: m.checks_amount_not_positive,
  }),
  effectiveFrom,
  reason,
});

export const priceForm = z.object({
  planType: z.enum(["*", ...plans], { error: m.checks_price_plan_required }),
  billingType: z.enum(["prepaid", "postpaid"], { error: m.checks_price_billing_type_required }),
  monthlyKes: kesAmount,
  includedMessages: z.coerce
    .number({ error: m.checks_whole_number_invalid })
    .int({ error: m.checks_whole_number_invalid })
    .min(0, atLeast(m.checks_whole_number_negative))
    .max(100_000_000, atMost(m.checks_included_messages_too_many)),
  perMessageKes: kesAmount,
  effectiveFrom,
  reason,
});

export const handOnForm = z.object({ to: z.string().max(64), reason });
export const exportOf = z.object({
  what: z.enum(["invoices", "disputes", "entries", "costs", "work"]).catch("invoices").default("invoices"),
});
