import { type SQL, sql } from "drizzle-orm";
import type { InvoiceStatus } from "#app/db/schema/money/invoices.ts";

interface Owed {
  status: InvoiceStatus;
  dueAt: Date | null;
}

/** An invoice's status at a time: an unpaid one is overdue once its due date has passed. */
export function statusAt({ status, dueAt }: Owed, now: Date): InvoiceStatus {
  if (status !== "pending" && status !== "overdue") return status;
  return dueAt !== null && dueAt < now ? "overdue" : "pending";
}

/** The row with its status at a time. */
export const asOf = <Row extends Owed>(row: Row, now: Date): Row => ({ ...row, status: statusAt(row, now) });

/** `statusAt` in SQL, for invoices with the alias `alias`; `now` is the placeholder of the time. */
export const statusText = (alias: string, now: string): string =>
  `(case when ${alias}.status not in ('pending', 'overdue') then ${alias}.status when ${alias}.due_at < ${now} then 'overdue' else 'pending' end)`;

/** `statusAt` for Drizzle queries. */
export function statusSql(now: Date): SQL {
  const [before, after] = statusText("invoices", "?").split("?");
  return sql`${sql.raw(before!)}${now.toISOString()}::timestamptz${sql.raw(after!)}`;
}
