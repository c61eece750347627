import type { InvoiceKind, InvoiceStatus } from "#app/db/schema/money/invoices.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export const invoiceKinds = ["invoice", "receipt", "credit_note"] as const satisfies readonly InvoiceKind[];
export const invoiceStatuses = [
  "pending",
  "paid",
  "overdue",
  "disputed",
  "credited",
] as const satisfies readonly InvoiceStatus[];

export const kindWords: Record<InvoiceKind, string> = lazy({
  invoice: m.billing_kind_invoice,
  receipt: m.common_receipt,
  credit_note: m.billing_kind_credit_note,
});

export const statusWords: Record<InvoiceStatus, string> = lazy({
  draft: m.common_draft,
  pending: m.common_pending,
  paid: m.common_paid,
  overdue: m.common_status_overdue,
  disputed: m.billing_status_disputed,
  credited: m.billing_status_credited,
});
