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
  invoice: m.labels_invoice,
  receipt: m.labels_receipt,
  credit_note: m.labels_credit_note,
});

export const statusWords: Record<InvoiceStatus, string> = lazy({
  draft: m.labels_draft,
  pending: m.labels_pending,
  paid: m.labels_paid,
  overdue: m.labels_overdue,
  disputed: m.labels_disputed,
  credited: m.labels_credited,
});
