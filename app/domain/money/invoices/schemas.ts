import { z } from "zod";
import { invoiceKinds, invoiceStatuses } from "./words.ts";

export const invoiceId = z.string().max(60);

/** Months back from today; `all` has no beginning. */
export const invoicePeriods = { "3months": 3, "12months": 12, all: null } as const;

export const invoiceFilters = z.object({
  status: z.enum(["all", ...invoiceStatuses]).default("all"),
  type: z.enum(["all", ...invoiceKinds]).default("all"),
  period: z.enum(["3months", "12months", "all"]).default("12months"),
});
export type InvoiceFilters = z.output<typeof invoiceFilters>;

export const disputeReason = z
  .string()
  .trim()
  .min(10, "Say in a sentence what is wrong")
  .max(1000, "Use at most 1,000 characters");

export const creditReason = z
  .string()
  .trim()
  .min(5, "Give the reason")
  .max(300, "Use at most 300 characters");
