/** Statements that read tables of the directory and of tenants (app/db/distribution.ts), how often in each file. */
export const readingBothKinds: Record<string, number> = {
  "app/domain/money/invoices/creditReturned.server.ts": 1,
  "app/domain/money/invoices/issueReceipts.server.ts": 1,
};
