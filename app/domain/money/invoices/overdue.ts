import { type SQL, sql } from "drizzle-orm";
import type { InvoiceStatus } from "#app/db/schema/money/invoices.ts";

interface Owed {
  status: InvoiceStatus;
  dueAt: Date | null;
}

/** The status of an invoice at a moment: what is to be paid is overdue as soon as its due date has passed. */
export function statusAt({ status, dueAt }: Owed, now: Date): InvoiceStatus {
  if (status !== "pending" && status !== "overdue") return status;
  return dueAt !== null && dueAt < now ? "overdue" : "pending";
}

/** The same for a row that is shown. */
export const asOf = <Row extends Owed>(row: Row, now: Date): Row => ({ ...row, status: statusAt(row, now) });

/** The same in SQL, of invoices called `alias`; `now` is the placeholder of the moment. */
export const statusText = (alias: string, now: string): string =>
  `(case when ${alias}.status not in ('pending', 'overdue') then ${alias}.status when ${alias}.due_at < ${now} then 'overdue' else 'pending' end)`;

/** The same for a query that Drizzle writes. */
export function statusSql(now: Date): SQL {
  const [before, after] = statusText("invoices", "?").split("?");
  return sql`${sql.raw(before!)}${now.toISOString()}::timestamptz${sql.raw(after!)}`;
}
