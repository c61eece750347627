import type { InvoiceKind, InvoiceStatus } from "#app/db/schema/invoices.ts";

export const invoiceKinds = ["invoice", "receipt", "credit_note"] as const satisfies readonly InvoiceKind[];
export const invoiceStatuses = [
  "pending",
  "paid",
  "overdue",
  "disputed",
  "credited",
] as const satisfies readonly InvoiceStatus[];

export const kindWords: Record<InvoiceKind, string> = {
  invoice: "Invoice",
  receipt: "Receipt",
  credit_note: "Credit note",
};

export const statusWords: Record<InvoiceStatus, string> = {
  draft: "Draft",
  pending: "Pending",
  paid: "Paid",
  overdue: "Overdue",
  disputed: "Disputed",
  credited: "Credited",
};
