import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { invoices } from "#app/db/schema/money/invoices.ts";
import type { ClearingAccount } from "#app/db/schema/money/ledger.ts";
import type { PaymentMethod } from "#app/db/schema/money/payments.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { paymentReceived } from "#app/domain/money/events.ts";
import { methodNames } from "#app/domain/money/words.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { issueReceiptsJob } from "./jobs.ts";
import { isUnpaid } from "./states.ts";

const receiptsAfterMs = 2000;

/** The account of a payment method's money until it arrives in our bank account. */
export const clearingOf: Record<PaymentMethod, ClearingAccount> = {
  mpesa: "mpesa_clearing",
  card: "card_clearing",
  bank: "bank_clearing",
};

export interface Incoming {
  method: PaymentMethod;
  amountCents: number;
  /** The invoice that the payer paid, or null for the wallet. */
  invoiceId: string | null;
  /** Identifies the payment, so that it is booked once. */
  reference: string;
  /** The payment's attempt; null for one without. */
  paymentId: string | null;
  /** The payment service's reference of the money. */
  receipt: string | null;
  /** It was in suspense before. */
  wasUnassigned?: boolean;
}

/**
 * Credits incoming money of every payment method: to its invoice when it covers the open amount, and the rest
 * to the wallet. An amount below that goes to the wallet. System role.
 */
export async function creditPayment(
  tx: Tx,
  ctx: OrgContext,
  incoming: Incoming,
): Promise<{ booked: boolean }> {
  const { amountCents, method, receipt } = incoming;
  const at = ctx.clock.now();
  const invoice = incoming.invoiceId ? await lockedInvoice(tx, ctx, incoming.invoiceId) : undefined;
  const openCents = invoice && isUnpaid(invoice.status) ? invoice.totalCents - invoice.creditedCents : 0;
  const forInvoice = openCents > 0 && amountCents >= openCents ? openCents : 0;
  const { booked } = await bookIncoming(tx, ctx, incoming, { forInvoice, number: invoice?.number ?? "", at });
  if (!booked) return { booked };
  if (forInvoice > 0)
    await tx
      .update(invoices)
      .set({ status: "paid", paidAt: at, paidWith: methodNames[method] })
      .where(and(eq(invoices.orgId, ctx.orgId), eq(invoices.id, invoice!.id)));
  // One run issues the receipts of all top-ups of this second, after the payments are credited.
  if (amountCents > forInvoice)
    await ctx.jobs.enqueue(
      issueReceiptsJob,
      {},
      { tx, key: "top-ups", startAfter: new Date(at.getTime() + receiptsAfterMs) },
    );
  await record(tx, ctx, paymentReceived, {
    subject: incoming.paymentId,
    data: {
      method,
      receipt,
      walletCents: amountCents - forInvoice,
      invoiceCents: forInvoice,
      invoiceNumber: forInvoice > 0 ? invoice!.number : null,
    },
  });
  return { booked };
}

async function lockedInvoice(tx: Tx, ctx: Pick<OrgContext, "orgId">, invoiceId: string) {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.orgId, ctx.orgId), eq(invoices.id, invoiceId)))
    .for("update");
  return invoice;
}

const bookIncoming = (
  tx: Tx,
  ctx: OrgContext,
  { amountCents, method, receipt, reference, wasUnassigned }: Incoming,
  { forInvoice, number, at }: { forInvoice: number; number: string; at: Date },
) =>
  bookEntry(tx, {
    orgId: ctx.orgId,
    kind: forInvoice > 0 ? "invoice_paid" : wasUnassigned ? "claim" : "top_up",
    about:
      forInvoice > 0
        ? { code: "payment.of_invoice", method, receipt, invoice: number }
        : { code: "payment.to_wallet", method, receipt },
    reference,
    postings: { revenue: forInvoice, wallet: amountCents - forInvoice },
    platformPostings: { [wasUnassigned ? "suspense" : clearingOf[method]]: -amountCents },
    at,
  });
