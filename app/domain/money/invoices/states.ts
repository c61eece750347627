import type { InvoiceStatus } from "#app/db/schema/money/invoices.ts";

/** The allowed moves of a document; `paid` and `credited` are final. */
export const invoiceMoves: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  draft: ["pending", "paid"],
  pending: ["paid", "overdue", "disputed", "credited"],
  overdue: ["paid", "disputed", "credited"],
  disputed: ["pending", "overdue", "paid", "credited"],
  paid: [],
  credited: [],
};

/** Invoices with an expected payment. */
export const unpaidStatuses = ["pending", "overdue", "disputed"] as const satisfies readonly InvoiceStatus[];

export const isUnpaid = (status: InvoiceStatus): boolean =>
  (unpaidStatuses as readonly InvoiceStatus[]).includes(status);
