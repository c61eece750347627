import { z } from "zod";
import { tooLong } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { invoiceKinds, invoiceStatuses } from "./words.ts";

export const invoiceId = idOf("invoice", z.string().max(60));

/** Months before today; `all` is unlimited. */
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
  .min(10, { error: m.checks_dispute_reason_required })
  .max(1000, tooLong);

export const creditReason = z
  .string()
  .trim()
  .min(5, { error: m.checks_credit_reason_required })
  .max(300, tooLong);
