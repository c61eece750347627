import type { InvoiceKind, InvoiceStatus } from "#app/db/schema/invoices.ts";
import { m } from "#messages";

export const invoiceKinds = ["invoice", "receipt", "credit_note"] as const satisfies readonly InvoiceKind[];
export const invoiceStatuses = [
  "pending",
  "paid",
  "overdue",
  "disputed",
  "credited",
] as const satisfies readonly InvoiceStatus[];

export const kindWords: Record<InvoiceKind, string> = {
  get invoice() {
    return m.labels_invoice();
  },
  get receipt() {
    return m.labels_receipt();
  },
  get credit_note() {
    return m.labels_credit_note();
  },
};

export const statusWords: Record<InvoiceStatus, string> = {
  get draft() {
    return m.labels_draft();
  },
  get pending() {
    return m.labels_pending();
  },
  get paid() {
    return m.labels_paid();
  },
  get overdue() {
    return m.labels_overdue();
  },
  get disputed() {
    return m.labels_disputed();
  },
  get credited() {
    return m.labels_credited();
  },
};
