import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentAllocations, paymentRequests, tillPayments } from "#app/db/schema/sales/payments.ts";
import { taxDocuments } from "#app/db/schema/sales/tax.ts";
import { sendPaymentReceiptJob } from "#app/domain/sales/jobs.ts";
import { localeOf, sendAboutMoney, type Unsent } from "#app/domain/sales/requests/inConversation.server.ts";
import type { TaxDocument } from "#app/domain/sales/tax/find.server.ts";
import { receiptWaitsMs } from "#app/domain/sales/tax/submit.server.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";
import type { TillPayment } from "./store.server.ts";

type Outcome = { messageId: string } | { unsent: Unsent | "no_payment" | "refused" | "tax_pending" };

/**
 * Sends the customer the receipt of a matched payment in their last conversation, once: as a text while the
 * service window is open, else as the till's template, if it has one. A refusal is logged: the payment counts
 * without a receipt. It waits up to half a minute for KRA's number of the invoice.
 */
export async function sendPaymentReceipt(ctx: OrgContext, paymentId: string): Promise<Outcome> {
  try {
    return await ctx.db.withOrg(ctx.orgId, (tx) => send(tx, ctx, paymentId));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ code: error.code, paymentId }, "payment receipt not sent");
    return { unsent: "refused" };
  }
}

async function send(tx: Tx, ctx: OrgContext, paymentId: string): Promise<Outcome> {
  const [payment] = await tx
    .select()
    .from(tillPayments)
    .where(and(eq(tillPayments.orgId, ctx.orgId), eq(tillPayments.id, paymentId)));
  if (!payment?.contactId || payment.state !== "matched") return { unsent: "no_payment" };
  const { receiptTemplateId: templateId } = await findTill(tx, ctx.orgId, payment.tillId);
  const { receipt, contactId } = payment;
  const amount = formatKes(payment.amountCents);
  const reasons = await reasonsOf(tx, payment);
  const invoices = await invoicesOf(tx, payment);
  const now = ctx.clock.now().getTime();
  if (invoices.some((one) => isPending(one) && now < one.createdAt.getTime() + receiptWaitsMs)) {
    const startAfter = new Date(now + retryMs);
    await ctx.jobs.enqueue(sendPaymentReceiptJob, { orgId: ctx.orgId, paymentId }, { tx, startAfter });
    return { unsent: "tax_pending" };
  }
  return sendAboutMoney(
    tx,
    ctx,
    { contactId },
    {
      key: `till-receipt:${paymentId}`,
      text: (open) =>
        withLocale(localeOf(open), () =>
          [m.sales_receipt_text({ amount, receipt, reasons }).trim(), ...invoices.flatMap(invoiceLine)].join(
            "\n",
          ),
        ),
      templateId,
      parameters: [amount, receipt, reasons],
    },
  );
}

const retryMs = 1000;

type Invoice = Pick<TaxDocument, "state" | "number" | "receiptNumber" | "link" | "createdAt">;
const isPending = ({ state }: Invoice) => state !== "accepted" && state !== "refused";

/** An invoice in a message to its customer. */
export const invoiceLine = ({ state, number, receiptNumber, link }: Invoice): string[] =>
  state === "accepted"
    ? [m.etims_receipt_line({ number: receiptNumber ?? number, link: link ?? "" }).trim()]
    : [];

/** The invoices of what it paid. */
const invoicesOf = (tx: Tx, { orgId, id }: TillPayment): Promise<Invoice[]> =>
  tx
    .select({
      state: taxDocuments.state,
      number: taxDocuments.number,
      receiptNumber: taxDocuments.receiptNumber,
      link: taxDocuments.link,
      createdAt: taxDocuments.createdAt,
    })
    .from(taxDocuments)
    .where(
      and(...[eq(taxDocuments.orgId, orgId), eq(taxDocuments.paymentId, id)], eq(taxDocuments.kind, "sale")),
    )
    .orderBy(taxDocuments.taxNumber);

/** What it paid: `Term 2, Bus fee`. */
async function reasonsOf(tx: Tx, { orgId, id }: TillPayment): Promise<string> {
  const [row] = await tx
    .select({ reasons: sql<string>`coalesce(string_agg(${paymentRequests.reason}, ', '), '')` })
    .from(paymentAllocations)
    .innerJoin(
      paymentRequests,
      and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.id, paymentAllocations.targetId)),
    )
    .where(and(eq(paymentAllocations.orgId, orgId), eq(paymentAllocations.paymentId, id)));
  return row?.reasons ?? "";
}
