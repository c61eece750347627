import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { countOf } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import type { EntryWords } from "./entryFacts.ts";
import type * as events from "./events.ts";
import { methodNames } from "./payments/words.ts";

const named = ({ planType, billingType }: { planType: string; billingType: string }) =>
  `${planType}, ${billingType}`;

const paidBy = (method: keyof typeof methodNames, receipt: string | null) =>
  `${methodNames[method]}${receipt ? ` ${receipt}` : ""}`;

const outcomes = {
  stands: "it stands",
  credit_note: "a credit note was issued",
  wallet_credit: "credited to the wallet",
};

const resolved = (outcome: keyof typeof outcomes, creditedCents: number | null | undefined) =>
  creditedCents ? `${outcomes[outcome]} over ${formatKes(creditedCents)}` : outcomes[outcome];

const returned = {
  refunded: "Card payment refunded",
  disputed: "Card payment disputed by the payer’s bank",
  kept: "Card payment kept after all",
};

const issued = {
  invoice: "Invoice issued",
  receipt: "Receipt issued",
  credit_note: "Credit note issued",
};

export const moneyWords: WordsOf<typeof events> = {
  "wallet.test_credit_added": ({ amountCents }) => ({
    title: "Test credit added",
    details: `${formatKes(amountCents)} of test credit was added to the wallet`,
  }),
  "payment.started": ({ amountCents, method, invoiceNumber }) => ({
    title: "Payment started",
    details: invoiceNumber
      ? `${formatKes(amountCents)} by ${methodNames[method]}, for invoice ${invoiceNumber}`
      : `${formatKes(amountCents)} by ${methodNames[method]}, for the wallet`,
  }),
  "payment.received": ({ method, receipt, walletCents, invoiceCents, invoiceNumber }) => {
    const parts = [
      invoiceCents > 0 && `${formatKes(invoiceCents)} for invoice ${invoiceNumber}`,
      walletCents > 0 && `${formatKes(walletCents)} to the wallet`,
      `by ${paidBy(method, receipt)}`,
    ];
    return {
      title: invoiceCents > 0 ? "Invoice paid" : "Wallet topped up",
      details: parts.filter(Boolean).join(", "),
    };
  },
  "payment.failed": ({ method, amountCents }) => ({
    title: "Payment not completed",
    details: `${formatKes(amountCents)} by ${methodNames[method]}`,
  }),
  "payment.doubtful": ({ method, amountCents, said }) => ({
    title: "Payment needs a look",
    details: `${formatKes(amountCents)} by ${methodNames[method]}: ${said}`,
  }),
  "payment.claimed": ({ amountCents, receipt, because }) => ({
    title: "Payment claimed",
    details: `${formatKes(amountCents)}, receipt ${receipt}: ${because}`,
  }),
  "payment.returned": ({ amountCents, how }) => ({ title: returned[how], details: formatKes(amountCents) }),
  "ledger.entry_reversed": ({ amountCents, what, because }) => ({
    title: "Entry reversed",
    details: `${what}, ${formatKes(amountCents)}: ${because}`,
  }),
  "payment.reversing": ({ amountCents, receipt, because }) => ({
    title: "Payment goes back to its payer",
    details: `${formatKes(amountCents)}, M-Pesa ${receipt}: ${because}`,
  }),
  "payment.reversed": ({ amountCents, receipt }) => ({
    title: "Payment given back",
    details: `${formatKes(amountCents)}, M-Pesa ${receipt}`,
  }),
  "payment.not_reversed": ({ amountCents, receipt, said }) => ({
    title: "Payment was not given back",
    details: `${formatKes(amountCents)}, M-Pesa ${receipt}, is in the wallet again. M-Pesa says: ${said}`,
  }),
  "auto_top_up.changed": ({ isOn, thresholdCents, amountCents, dailyCapCents }) => ({
    title: isOn ? "Automatic top-up on" : "Automatic top-up off",
    details: isOn
      ? `Below ${formatKes(thresholdCents)}: ${formatKes(amountCents)}, at most ${formatKes(dailyCapCents)} a day`
      : "The wallet is topped up by hand",
  }),
  "auto_top_up.failed": ({ amountCents, said, isOff }) => ({
    title: isOff ? "Automatic top-up switched off" : "Automatic top-up not completed",
    details: `${formatKes(amountCents)}: ${said}`,
  }),
  "payout.started": ({ amountCents }) => ({ title: "Payout started", details: formatKes(amountCents) }),
  "document.issued": ({ kind, number, description, totalCents }) => ({
    title: issued[kind],
    details: `${number}: ${description}, ${formatKes(totalCents)}`,
  }),
  "document.tax_registered": ({ number, receiptNumber }) => ({
    title: "Registered with KRA",
    details: receiptNumber ? `${number}, receipt ${receiptNumber}` : number,
  }),
  "document.tax_refused": ({ number, because }) => ({
    title: "Refused by KRA",
    details: `${number}: ${because}`,
  }),
  "document.tax_retried": ({ number, because }) => ({
    title: "Sent to KRA again",
    details: `${number}: ${because}`,
  }),
  "document.mailed": ({ number, to }) => ({ title: "Document mailed", details: `${number} to ${to}` }),
  "invoice.credited": ({ number, amountCents, because }) => ({
    title: "Invoice credited",
    details: `${formatKes(amountCents)} of ${number}: ${because}`,
  }),
  "invoice.disputed": ({ number, because }) => ({
    title: "Invoice disputed",
    details: `${number}: ${because}`,
  }),
  "invoice.dispute_answered": ({ number, answer, outcome, creditedCents }) => ({
    title: "Dispute answered",
    details: `${number}${outcome ? `, ${resolved(outcome, creditedCents)}` : ""}: ${answer}`,
  }),
  "invoices.reminded_of": ({ numbers }) => ({
    title: "Payment reminder sent",
    details: `${countOf(numbers.length, "invoice")}: ${numbers.join(", ")}`,
  }),
  "plan_change.planned": ({ to, month }) => ({
    title: "Plan change planned",
    details: `${named(to)}, from ${monthWords(month)}`,
  }),
  "plan_change.cancelled": ({ to }) => ({
    title: "Plan change cancelled",
    details: `The change to ${named(to)}, was taken back`,
  }),
  "plan.changed": ({ from, to }) => ({
    title: "Plan changed",
    details: `From ${named(from)}, to ${named(to)}`,
  }),
};

export const entryWords: EntryWords = {
  "credit.sandbox_start": () => "Sandbox starting credit",
  "credit.test": () => "Test credit",
  "credit.demo": () => "Demo credit",
  "hold.campaign": ({ campaign, messages }) => `On hold for “${campaign}”: ${countOf(messages, "message")}`,
  "hold.message": ({ template }, recipient) =>
    recipient
      ? `On hold for ${template} to ${recipient}: 1 message`
      : `On hold for ${template}: 1 message`,
  "messages.delivered": ({ messages }) => `${countOf(messages, "message")} delivered`,
  "messages.not_delivered": ({ messages }) => `${countOf(messages, "message")} not delivered`,
  "messages.delivered_after_all": ({ messages }) => `${countOf(messages, "message")} delivered after all`,
  "payment.to_wallet": ({ method, receipt }) => `Top-up by ${paidBy(method, receipt)}`,
  "payment.of_invoice": ({ method, receipt, invoice }) => `Invoice ${invoice}, by ${paidBy(method, receipt)}`,
  "payment.unassigned": ({ receipt }) => `M-Pesa ${receipt}, account unknown`,
  "payment.found": ({ receipt }) => `M-Pesa ${receipt}, found`,
  "payment.refunded": () => returned.refunded,
  "payment.disputed": () => returned.disputed,
  "payment.kept": () => returned.kept,
  "payment.reversing": ({ receipt, because }) => `M-Pesa ${receipt} given back to its payer: ${because}`,
  "payment.not_reversed": ({ receipt }) => `M-Pesa ${receipt} was not given back`,
  "payment.reversed": ({ receipt }) => `M-Pesa ${receipt}, given back`,
  "entry.reversed": ({ what, because }) => `Reversed: ${what}. ${because}`,
  "invoice.credited": ({ invoice }) => `Credit for invoice ${invoice}`,
  "dispute.resolved": ({ invoice, outcome }) => `Dispute about invoice ${invoice}: ${outcomes[outcome]}`,
  "payout.started": ({ to }) => `Payout to ${to || "the recipient"}`,
  "payout.not_made": () => "Payout that did not happen",
  "payout.confirmed": () => "Payout confirmed",
  "share.accrued": ({ transactions }) => `Partner share of ${countOf(transactions, "transaction")}`,
  "share.settled": ({ period }) => `Settlement for ${monthWords(period)}`,
  legacy: ({ said }) => said,
};
