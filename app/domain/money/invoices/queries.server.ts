import { and, asc, count, desc, eq, gte, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { etimsSubmissions } from "#app/db/schema/money/etims.ts";
import { invoiceDisputes, invoiceLines, invoices } from "#app/db/schema/money/invoices.ts";
import { together } from "#app/db/together.server.ts";
import { startOfMonth } from "#app/domain/money/months.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { pageOf } from "#app/platform/pageOf.ts";
import { dayOf, monthBefore, monthOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { asOf, statusAt, statusSql } from "./overdue.ts";
import { renderDocument } from "./pdf.server.ts";
import { type InvoiceFilters, invoicePeriods } from "./schemas.ts";
import { kindWords, statusWords } from "./words.ts";

export const invoicesAPage = 20;

/**
 * A document with its lines, its latest dispute, and the number of the invoice that it credits. `orgId` is
 * for unscoped roles.
 */
export async function readDocument(tx: Tx, orgId: OrgId, invoiceId: string, now: Date) {
  const [stored] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.orgId, orgId), eq(invoices.id, invoiceId)));
  if (!stored) return undefined;
  const document = asOf(stored, now);
  const { lines, disputes, related, taxes } = await together(tx, {
    lines: tx
      .select()
      .from(invoiceLines)
      .where(and(eq(invoiceLines.orgId, orgId), eq(invoiceLines.invoiceId, invoiceId)))
      .orderBy(asc(invoiceLines.position)),
    disputes: tx
      .select()
      .from(invoiceDisputes)
      .where(and(eq(invoiceDisputes.orgId, orgId), eq(invoiceDisputes.invoiceId, invoiceId)))
      .orderBy(desc(invoiceDisputes.id))
      .limit(1),
    related: relatedTo(tx, document),
    taxes: taxOf(tx, orgId, invoiceId),
  });
  return { document, lines, dispute: disputes[0] ?? null, related, tax: taxes[0] ?? null };
}

/** The credited invoice of a credit note, or the credit notes of an invoice. */
const relatedTo = (tx: Tx, { orgId, id, creditsInvoiceId }: typeof invoices.$inferSelect) =>
  tx
    .select({
      id: invoices.id,
      number: invoices.number,
      kind: invoices.kind,
      totalCents: invoices.totalCents,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.orgId, orgId),
        isNotNull(invoices.number),
        creditsInvoiceId ? eq(invoices.id, creditsInvoiceId) : eq(invoices.creditsInvoiceId, id),
      ),
    )
    .orderBy(asc(invoices.id));

/** A document's registration at KRA; no row when it is not registered there. */
function taxOf(tx: Tx, orgId: OrgId, invoiceId: string) {
  const { state, resultCode, resultText, controlUnitId, branch, customerPin } = etimsSubmissions;
  const { receiptNumber, internalData, signature, link, decidedAt } = etimsSubmissions;
  return tx
    .select({
      ...{ state, resultCode, resultText, controlUnitId, branch, customerPin },
      ...{ receiptNumber, internalData, signature, link, decidedAt },
    })
    .from(etimsSubmissions)
    .where(and(eq(etimsSubmissions.orgId, orgId), eq(etimsSubmissions.invoiceId, invoiceId)));
}

export type DocumentWithLines = NonNullable<Awaited<ReturnType<typeof readDocument>>>;

/** One finalized document of the organisation. @throws DomainError `invoice.not_found`. */
export async function getInvoice({ ctx, input }: Call<{ invoiceId: string }>) {
  const found = await ctx.db.withOrg(ctx.orgId, (tx) =>
    readDocument(tx, ctx.orgId, input.invoiceId, ctx.clock.now()),
  );
  if (!found || found.document.number === null) throw notFound("Invoice");
  return found;
}

/** One finalized document as a PDF. */
export async function getInvoicePdf({ ctx, input }: Call<{ invoiceId: string }>) {
  const found = await getInvoice({ ctx, input });
  return { fileName: `${found.document.number}.pdf`, pdf: await renderDocument(found, ctx.config) };
}

function matching(ctx: OrgContext, { status, type, period }: InvoiceFilters): SQL | undefined {
  const months = invoicePeriods[period];
  const now = ctx.clock.now();
  return and(
    eq(invoices.orgId, ctx.orgId),
    isNotNull(invoices.number),
    status === "all" ? undefined : sql`${statusSql(now)} = ${status}`,
    type === "all" ? undefined : eq(invoices.kind, type),
    months === null ? undefined : gte(invoices.finalizedAt, startOfMonth(monthBefore(monthOf(now), months))),
  );
}

const newestFirst = [desc(invoices.finalizedAt), desc(invoices.number)] as const;

/** A page of the finalized documents, newest first. */
export async function listInvoices({ ctx, input }: Call<InvoiceFilters & { page: number }>) {
  const where = matching(ctx, input);
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [found] = await tx.select({ total: count() }).from(invoices).where(where);
    const { offset, ...place } = pageOf(found?.total ?? 0, input.page, invoicesAPage);
    const rows = await tx
      .select()
      .from(invoices)
      .where(where)
      .orderBy(...newestFirst)
      .limit(invoicesAPage)
      .offset(offset);
    return { invoices: rows.map((row) => asOf(row, ctx.clock.now())), ...place };
  });
}

/** The unpaid amount of all invoices, in cents. */
export async function dueCentsOf(tx: Tx, orgId: OrgId): Promise<number> {
  const [open] = await tx
    .select({
      cents: sql<number>`coalesce(sum(${invoices.totalCents} - ${invoices.creditedCents}), 0)::bigint`,
    })
    .from(invoices)
    .where(and(eq(invoices.orgId, orgId), inArray(invoices.status, ["pending", "overdue"])));
  return open?.cents ?? 0;
}

export const statementHeader = () => [
  m.papers_date(),
  m.papers_number(),
  m.papers_type(),
  m.papers_description(),
  m.papers_net_kes(),
  m.papers_vat_kes(),
  m.papers_total_kes(),
  m.papers_due(),
  m.papers_status(),
  m.papers_paid(),
];

const kes = (cents: number) => (cents / 100).toFixed(2);

/** Pages of a filter's documents as rows of a statement. Credit notes are negative. */
export async function* statementPages({ ctx, input }: Call<InvoiceFilters>) {
  const where = matching(ctx, input);
  const atOnce = 500;
  for (let offset = 0; ; offset += atOnce) {
    const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
      tx
        .select()
        .from(invoices)
        .where(where)
        .orderBy(...newestFirst)
        .limit(atOnce)
        .offset(offset),
    );
    yield rows.map((row) => {
      const sign = row.kind === "credit_note" ? -1 : 1;
      return [
        dayOf(row.finalizedAt!),
        row.number,
        kindWords[row.kind],
        row.description,
        kes(sign * row.netCents),
        kes(sign * row.vatCents),
        kes(sign * row.totalCents),
        row.dueAt && dayOf(row.dueAt),
        statusWords[statusAt(row, ctx.clock.now())],
        row.paidAt && dayOf(row.paidAt),
      ];
    });
    if (rows.length < atOnce) return;
  }
}
