import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const moneyError = /* @__PURE__ */ errorsOf({
  "entry.not_reversible": { kind: "conflict", text: "{said}" },
  "reversal.not_possible": { kind: "conflict", text: "{said}" },
  "payment.not_found:suggested": {
    kind: "not_found",
    text: "This payment is not waiting for you any more. Somebody may have added it already.",
  },
  "dispute.no_amount": { kind: "invalid", text: "Enter how much is credited." },
  "dispute.resolved": { kind: "conflict", text: "{value} has answered this dispute already." },
  "entry.reversed": { kind: "conflict", text: "This entry is reversed already." },
  "entry.spent": {
    kind: "conflict",
    text: "The wallet has {cents} of these {neededCents}; the rest is spent or on hold.",
  },
  "payment.not_found:transfer": {
    kind: "not_found",
    text: "No transfer with this reference and this amount is waiting. Check both with your bank.",
  },
  "tax.off": {
    kind: "unavailable",
    text: "Documents are not sent to KRA here: eTIMS is switched off.",
  },
  "tax_document.not_refused": {
    kind: "conflict",
    text: "This document is not refused any more. Somebody may have sent it again already.",
  },
  "reversal.unavailable": { kind: "unavailable", text: "Reversals by M-Pesa are not set up here." },
  "billing.no_rate_card": {
    kind: "unavailable",
    text: "There is no price for your plan yet. Please contact us.",
  },
  "card.refused": { kind: "conflict", text: "The card provider did not take this payment. Start it again." },
  "card.unavailable": {
    kind: "unavailable",
    text: "The card provider does not answer just now. Nothing was charged. Try again in a minute, or pay another way.",
  },
  "invoice.credit_too_large": {
    kind: "invalid",
    text: "At most {openCents} of this invoice can be credited.",
  },
  "invoice.not_disputable": {
    kind: "conflict",
    text: "Only an unpaid invoice can be disputed. Please write to us about this one.",
  },
  "invoice.not_disputable:again": {
    kind: "conflict",
    text: "This invoice is disputed already. We will answer by email.",
  },
  "invoice.not_open": { kind: "conflict", text: "Nothing is to be paid for this invoice any more." },
  "payment.not_found": {
    kind: "not_found",
    text: "No unassigned payment has this code and this amount. Check both in the M-Pesa message.",
  },
  "payment.prompt_open": {
    kind: "conflict",
    text: "A request is waiting on this phone already. Answer it, or wait a minute, and try again.",
  },
  "payment.too_much": {
    kind: "invalid",
    text: "M-Pesa takes at most {mpesaMaxCents} at once. Pay by card or bank transfer.",
  },
  "payment.unavailable": {
    kind: "unavailable",
    text: "Payment by {value} is not set up here. Please pay another way.",
  },
  "payout.unavailable": { kind: "unavailable", text: "Payouts by M-Pesa are not set up here." },
  "payout.whole_shillings": { kind: "invalid", text: "M-Pesa pays out whole shillings." },
  "plan.unchanged": { kind: "conflict", text: "This is your plan already. Choose another one." },
  "prompt.not_found": { kind: "not_found", text: "This request does not wait on the phone any more." },
  "statement.unreadable": { kind: "invalid", text: "{said}" },
  "statement_line.no_match": { kind: "invalid", text: "{said}" },
  "statement_line.settled": { kind: "conflict", text: "Somebody settled this line already." },
  "wallet.too_little": {
    kind: "payment_required",
    text: "There is too little money in the wallet for this. Top it up under Billing and try again.",
  },
  "wallet.too_little:reserve": {
    kind: "payment_required",
    text: "This costs {total} and your wallet has {wallet}, of which {reserve} stay for replies and one-time codes. Top up at least {missing} and try again.",
  },
  "wallet.too_little:by": {
    kind: "payment_required",
    text: "This costs {total} and your wallet has {wallet}. Top up at least {missing} and try again.",
  },
});
