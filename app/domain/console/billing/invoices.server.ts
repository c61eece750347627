import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { bankReconciliations, staffReminders } from "#app/db/schema/console/work.ts";
import type { InvoiceStatus } from "#app/db/schema/money/invoices.ts";
import type { PaymentMethod, PaymentState } from "#app/db/schema/money/payments.ts";
import { together } from "#app/db/together.server.ts";
import { statusText } from "#app/domain/money/invoices/overdue.ts";
import { renderDocument } from "#app/domain/money/invoices/pdf.server.ts";
import { readDocument } from "#app/domain/money/invoices/queries.server.ts";
import { isUnpaid } from "#app/domain/money/invoices/states.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { pageOf, pageSize } from "#app/platform/pageOf.ts";
import type { invoiceQuery } from "./schemas.ts";

export interface InvoiceRow {
  id: string;
  orgId: string;
  businessName: string;
  email: string;
  plan: string;
  /** The amount due or paid, less credit notes. */
  amountCents: number;
  dueDate: Date | null;
  paidDate: Date | null;
  status: InvoiceStatus;
  invoiceNumber: string;
  method: PaymentMethod | null;
  /** Its money is in the ledger. */
  reconciled: boolean;
  /** A bank transfer was announced and not found yet. */
  awaitsTransfer: boolean;
}

/** Invoice `i` with the payment `a` that paid it, or the newest attempt. */
const payment = `left join lateral (select method, state from payment_attempts a where a.org_id = i.org_id and a.invoice_id = i.id
    order by state = 'paid' desc, created_at desc limit 1) a on true`;
const columns = (
  now: string,
) => `i.id, i.org_id as "orgId", i.bill_to ->> 'name' as "businessName", i.bill_to ->> 'email' as email,
  i.plan_type as plan, (i.total_cents - i.credited_cents)::bigint as "amountCents", i.due_at as "dueDate",
  i.paid_at as "paidDate", ${statusText("i", now)} as status, i.number as "invoiceNumber",
  coalesce(a.method, case i.paid_with when 'M-Pesa' then 'mpesa' when 'bank transfer' then 'bank' when 'card' then 'card' end) as method,
  a.state as "paymentState"`;

const orders = {
  number: "i.number",
  business: "lower(i.bill_to ->> 'name')",
  amount: "i.total_cents - i.credited_cents",
  due: "i.due_at",
  date: "i.finalized_at",
};
const orderOf = (sort: string) =>
  `${orders[sort.replace("-", "") as keyof typeof orders]} ${sort.startsWith("-") ? "desc" : "asc"} nulls last, i.id`;

type Query = z.output<typeof invoiceQuery>;

const where = `i.kind = 'invoice' and i.number is not null
  and ($1::text is null or i.number ilike $1 or i.bill_to ->> 'name' ilike $1 or i.bill_to ->> 'email' ilike $1)
  and ($2::text is null or ${statusText("i", "$4")} = $2) and ($3::text is null or i.plan_type = $3)`;
const valuesOf = ({ search, status, plan }: Query, now: Date) => [
  search ? containing(search) : null,
  status === "all" ? null : status,
  plan === "all" ? null : plan,
  now,
];

type Found = Omit<InvoiceRow, "reconciled" | "awaitsTransfer"> & { paymentState: PaymentState | null };

const rowOf = ({ paymentState, ...row }: Found): InvoiceRow => ({
  ...row,
  reconciled: row.status === "paid",
  awaitsTransfer: row.method === "bank" && paymentState === "pending" && isUnpaid(row.status),
});

async function readRows(
  tx: Tx,
  input: Query,
  now: Date,
  limit: number,
  offset: number,
): Promise<InvoiceRow[]> {
  const rows = await queryRows<Found>(
    tx,
    // The payments of the page only: a join before the limit would look up those of every invoice.
    `select ${columns("$4")} from (select i.* from invoices i where ${where} order by ${orderOf(input.sort)} limit $5 offset $6) i
      ${payment} order by ${orderOf(input.sort)}`,
    [...valuesOf(input, now), limit, offset],
  );
  return rows.map(rowOf);
}

/** A page of the invoices of all organisations. */
export async function listInvoicesForStaff({ ctx, input }: Call<Query, StaffContext>) {
  return ctx.db.withSystem(async (tx) => {
    const rows = await queryRows<{ total: number }>(
      tx,
      `select count(*)::int as total from invoices i where ${where}`,
      valuesOf(input, ctx.clock.now()),
    );
    const { offset, ...place } = pageOf(rows[0]!.total, input.page);
    return { invoices: await readRows(tx, input, ctx.clock.now(), pageSize, offset), ...place };
  });
}

/** The same for a file, page by page. */
export async function* invoicePages(ctx: StaffContext, input: Query) {
  const atOnce = 500;
  for (let offset = 0; ; offset += atOnce) {
    const rows = await ctx.db.withSystem((tx) => readRows(tx, input, ctx.clock.now(), atOnce, offset));
    yield rows;
    if (rows.length < atOnce) return;
  }
}

/**
 * An invoice of any organisation: its row, document, the transfer that was found manually, and manual
 * reminders.
 */
export async function getInvoiceForStaff({ ctx, input }: Call<{ invoiceId: string }, StaffContext>) {
  return ctx.db.withSystem(async (tx) => {
    const [found] = await queryRows<Found>(
      tx,
      `select ${columns("$2")} from invoices i ${payment} where i.id = $1 and i.kind = 'invoice' and i.number is not null`,
      [input.invoiceId, ctx.clock.now()],
    );
    const read = found && (await readDocument(tx, found.orgId as OrgId, found.id, ctx.clock.now()));
    if (!found || !read) throw notFound("Invoice");
    const { reconciliations, reminders } = await together(tx, byHand(tx, found.orgId as OrgId, found.id));
    return {
      invoice: rowOf(found),
      ...read,
      reconciliation: reconciliations[0] ?? null,
      lastReminder: reminders[0] ?? null,
    };
  });
}

/** Staff's actions on an invoice: the transfer found, and the newest reminder. */
const byHand = (tx: Tx, orgId: OrgId, invoiceId: string) => ({
  reconciliations: tx
    .select({
      bankReference: bankReconciliations.bankReference,
      paidOn: bankReconciliations.paidOn,
      notes: bankReconciliations.notes,
      by: users.email,
      at: bankReconciliations.reconciledAt,
    })
    .from(bankReconciliations)
    .leftJoin(users, eq(users.id, bankReconciliations.reconciledBy))
    .where(and(eq(bankReconciliations.orgId, orgId), eq(bankReconciliations.invoiceId, invoiceId))),
  reminders: tx
    .select({ at: staffReminders.createdAt, by: users.email })
    .from(staffReminders)
    .leftJoin(users, eq(users.id, staffReminders.sentBy))
    .where(and(eq(staffReminders.orgId, orgId), eq(staffReminders.invoiceId, invoiceId)))
    .orderBy(desc(staffReminders.day))
    .limit(1),
});

/** The invoice as a PDF. */
export async function getInvoicePdfForStaff(call: Parameters<typeof getInvoiceForStaff>[0]) {
  const found = await getInvoiceForStaff(call);
  const pdf = await renderDocument(found, call.ctx.config);
  return { fileName: `${found.document.number}.pdf`, pdf };
}
