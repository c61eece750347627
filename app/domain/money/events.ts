import { z } from "zod";
import { eventType } from "#app/domain/record/eventType.ts";
import { m } from "#messages";

const cents = z.number();
const method = z.enum(["mpesa", "card", "bank"]);
const plan = z.object({ planType: z.string(), billingType: z.string() });
const documentKind = z.enum(["invoice", "receipt", "credit_note"]);

export const testCreditAdded = eventType({
  name: "wallet.test_credit_added",
  type: "billing",
  data: z.object({ amountCents: cents }),
});

export const paymentStarted = eventType({
  name: "payment.started",
  type: "billing",
  data: z.object({ amountCents: cents, method, invoiceNumber: z.string().nullable() }),
});

/** Money was credited to the wallet, an invoice, or both. */
export const paymentReceived = eventType({
  name: "payment.received",
  type: "billing",
  data: z.object({
    method,
    receipt: z.string().nullable(),
    walletCents: cents,
    invoiceCents: cents,
    invoiceNumber: z.string().nullable(),
  }),
  bell: { to: "everyone", alsoCauser: true },
  webhook: {
    label: m.webhooks_payment_received,
    fields: {
      method: "method",
      receipt: "receipt",
      wallet_cents: "walletCents",
      invoice_cents: "invoiceCents",
      invoice_number: "invoiceNumber",
    },
  },
});

export const paymentFailed = eventType({
  name: "payment.failed",
  type: "billing",
  status: "warning",
  data: z.object({ method, amountCents: cents }),
  webhook: { label: m.webhooks_payment_failed, fields: { method: "method", amount_cents: "amountCents" } },
});

/** The payment service reported another payment than requested. */
export const paymentDoubtful = eventType({
  name: "payment.doubtful",
  type: "billing",
  status: "warning",
  data: z.object({ method, amountCents: cents, reason: z.string() }),
});

export const paymentClaimed = eventType({
  name: "payment.claimed",
  type: "billing",
  data: z.object({ amountCents: cents, receipt: z.string(), because: z.string() }),
});

/** `disputed`: the payer's bank charged it back; `kept`: it was returned to us. */
export const paymentReturned = eventType({
  name: "payment.returned",
  type: "billing",
  status: "warning",
  data: z.object({ amountCents: cents, how: z.enum(["refunded", "disputed", "kept"]) }),
  bell: { to: "everyone" },
});

/** Staff reversed an entry. */
export const entryReversed = eventType({
  name: "ledger.entry_reversed",
  type: "billing",
  status: "warning",
  data: z.object({ amountCents: cents, what: z.string(), because: z.string() }),
  bell: { to: "managers" },
});

/** Staff refund a mistaken payment to its payer. */
export const paymentReversing = eventType({
  name: "payment.reversing",
  type: "billing",
  status: "warning",
  data: z.object({ amountCents: cents, receipt: z.string(), because: z.string() }),
  bell: { to: "managers" },
});

export const paymentReversed = eventType({
  name: "payment.reversed",
  type: "billing",
  data: z.object({ amountCents: cents, receipt: z.string() }),
});

export const paymentNotReversed = eventType({
  name: "payment.not_reversed",
  type: "billing",
  status: "warning",
  data: z.object({ amountCents: cents, receipt: z.string(), reason: z.string() }),
  bell: { to: "managers" },
});

export const autoTopUpChanged = eventType({
  name: "auto_top_up.changed",
  type: "billing",
  data: z.object({ isOn: z.boolean(), thresholdCents: cents, amountCents: cents, dailyCapCents: cents }),
});

/** An automatic top-up failed. `isOff`: it was switched off. */
export const autoTopUpFailed = eventType({
  name: "auto_top_up.failed",
  type: "billing",
  status: "warning",
  data: z.object({ amountCents: cents, reason: z.string(), isOff: z.boolean() }),
  bell: { to: "managers" },
});

export const payoutStarted = eventType({
  name: "payout.started",
  type: "billing",
  data: z.object({ amountCents: cents }),
});

export const documentIssued = eventType({
  name: "document.issued",
  type: "billing",
  data: z.object({
    kind: documentKind,
    number: z.string(),
    description: z.string(),
    totalCents: cents,
  }),
  webhook: {
    label: m.webhooks_document_issued,
    fields: { kind: "kind", number: "number", total_cents: "totalCents" },
  },
});

/** KRA registered a document; the receipt number is missing when it had been registered before. */
export const taxRegistered = eventType({
  name: "document.tax_registered",
  type: "billing",
  data: z.object({ number: z.string(), receiptNumber: z.string().nullable() }),
});

export const taxRefused = eventType({
  name: "document.tax_refused",
  type: "billing",
  status: "warning",
  data: z.object({ number: z.string(), because: z.string() }),
});

/** Staff submitted it to KRA again. */
export const taxRetried = eventType({
  name: "document.tax_retried",
  type: "billing",
  data: z.object({ number: z.string(), because: z.string() }),
});

export const documentMailed = eventType({
  name: "document.mailed",
  type: "billing",
  data: z.object({ number: z.string(), to: z.string() }),
});

export const invoiceCredited = eventType({
  name: "invoice.credited",
  type: "billing",
  data: z.object({ number: z.string(), amountCents: cents, because: z.string() }),
});

export const invoiceDisputed = eventType({
  name: "invoice.disputed",
  type: "billing",
  status: "warning",
  data: z.object({ number: z.string(), because: z.string() }),
});

export const disputeAnswered = eventType({
  name: "invoice.dispute_answered",
  type: "billing",
  data: z.object({
    number: z.string(),
    answer: z.string(),
    outcome: z.enum(["stands", "credit_note", "wallet_credit"]).optional(),
    creditedCents: cents.optional(),
  }),
  bell: { to: "managers" },
});

export const invoicesRemindedOf = eventType({
  name: "invoices.reminded_of",
  type: "billing",
  data: z.object({ numbers: z.array(z.string()) }),
});

export const planChangePlanned = eventType({
  name: "plan_change.planned",
  type: "billing",
  data: z.object({ to: plan, month: z.string() }),
});

export const planChangeCancelled = eventType({
  name: "plan_change.cancelled",
  type: "billing",
  data: z.object({ to: plan }),
});

export const planChanged = eventType({
  name: "plan.changed",
  type: "billing",
  data: z.object({ from: plan, to: plan }),
});
