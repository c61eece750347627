import { errorsOf, said } from "#app/platform/errors.ts";
import { m } from "#messages";

/** What this room refuses, and what people are told. */
export const moneyError = /* @__PURE__ */ errorsOf({
  "entry.not_reversible": { kind: "conflict", text: said },
  "reversal.not_possible": { kind: "conflict", text: said },
  "payment.not_found:suggested": {
    kind: "not_found",
    text: m.errors_this_payment_is_not_waiting_for,
  },
  "dispute.no_amount": { kind: "invalid", text: m.errors_enter_how_much_is_credited },
  "dispute.resolved": { kind: "conflict", text: m.errors_has_answered_this_dispute_already },
  "entry.reversed": { kind: "conflict", text: m.errors_this_entry_is_reversed_already },
  "entry.spent": {
    kind: "conflict",
    text: m.errors_the_wallet_has_of_these_the,
  },
  "payment.not_found:transfer": {
    kind: "not_found",
    text: m.errors_no_transfer_with_this_reference_and,
  },
  "tax.off": {
    kind: "unavailable",
    text: m.errors_documents_are_not_sent_to_kra,
  },
  "tax_document.not_refused": {
    kind: "conflict",
    text: m.errors_this_document_is_not_refused_any,
  },
  "reversal.unavailable": { kind: "unavailable", text: m.errors_reversals_by_m_pesa_are_not },
  "billing.no_rate_card": {
    kind: "unavailable",
    text: m.errors_there_is_no_price_for_your,
  },
  "card.refused": { kind: "conflict", text: m.errors_the_card_provider_did_not_take },
  "card.unavailable": {
    kind: "unavailable",
    text: m.errors_the_card_provider_does_not_answer,
  },
  "invoice.credit_too_large": {
    kind: "invalid",
    text: m.errors_at_most_of_this_invoice_can,
  },
  "invoice.not_disputable": {
    kind: "conflict",
    text: m.errors_only_an_unpaid_invoice_can_be,
  },
  "invoice.not_disputable:again": {
    kind: "conflict",
    text: m.errors_this_invoice_is_disputed_already_we,
  },
  "invoice.not_open": { kind: "conflict", text: m.errors_nothing_is_to_be_paid_for },
  "payment.not_found": {
    kind: "not_found",
    text: m.errors_no_unassigned_payment_has_this_code,
  },
  "payment.prompt_open:invoice": {
    kind: "conflict",
    text: m.errors_payment_prompt_open_invoice,
  },
  "payment.prompt_open": {
    kind: "conflict",
    text: m.errors_a_request_is_waiting_on_this,
  },
  "payment.too_much": {
    kind: "invalid",
    text: m.errors_m_pesa_takes_at_most_at,
  },
  "payment.unavailable": {
    kind: "unavailable",
    text: m.errors_payment_by_is_not_set_up,
  },
  "payout.unavailable": { kind: "unavailable", text: m.errors_payouts_by_m_pesa_are_not },
  "payout.whole_shillings": { kind: "invalid", text: m.errors_m_pesa_pays_out_whole_shillings },
  "plan.unchanged": { kind: "conflict", text: m.errors_this_is_your_plan_already_choose },
  "prompt.not_found": { kind: "not_found", text: m.errors_this_request_does_not_wait_on },
  "statement.unreadable": { kind: "invalid", text: said },
  "statement_line.no_match": { kind: "invalid", text: said },
  "statement_line.settled": { kind: "conflict", text: m.errors_somebody_settled_this_line_already },
  "wallet.too_little": {
    kind: "payment_required",
    text: m.errors_there_is_too_little_money_in,
  },
  "wallet.too_little:reserve": {
    kind: "payment_required",
    text: m.errors_this_costs_and_your_wallet_has,
  },
  "wallet.too_little:by": {
    kind: "payment_required",
    text: m.errors_this_costs_and_your_wallet_has_2,
  },
});
