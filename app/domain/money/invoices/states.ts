import type { InvoiceStatus } from "#app/db/schema/money/invoices.ts";

/** Where a document may go from each state. What is paid or credited stays so. */
export const invoiceMoves: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  draft: ["pending", "paid"],
  pending: ["paid", "overdue", "disputed", "credited"],
  overdue: ["paid", "disputed", "credited"],
  disputed: ["pending", "overdue", "paid", "credited"],
  paid: [],
  credited: [],
};

/** Invoices that money is still expected for. */
export const unpaidStatuses = ["pending", "overdue", "disputed"] as const satisfies readonly InvoiceStatus[];

export const isUnpaid = (status: InvoiceStatus): boolean =>
  (unpaidStatuses as readonly InvoiceStatus[]).includes(status);
