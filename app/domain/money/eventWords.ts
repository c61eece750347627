import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import type { EntryWords } from "./entryFacts.ts";
import type * as events from "./events.ts";
import { methodNames } from "./words.ts";

const named = ({ planType, billingType }: { planType: string; billingType: string }) =>
  `${planType}, ${billingType}`;

const paidBy = (method: keyof typeof methodNames, receipt: string | null) =>
  `${methodNames[method]}${receipt ? ` ${receipt}` : ""}`;

const outcomes = lazy({
  stands: m.events_it_stands,
  credit_note: m.events_a_credit_note_was_issued,
  wallet_credit: m.events_credited_to_the_wallet,
});

const resolved = (outcome: keyof typeof outcomes, creditedCents: number | null | undefined) =>
  creditedCents
    ? m.events_over({ outcomes: outcomes[outcome], credited: formatKes(creditedCents) })
    : outcomes[outcome];

const returned = lazy({
  refunded: m.events_card_payment_refunded,
  disputed: m.events_card_payment_disputed_by_the_payers,
  kept: m.events_card_payment_kept_after_all,
});

const issued = lazy({
  invoice: m.events_invoice_issued,
  receipt: m.events_receipt_issued,
  credit_note: m.events_credit_note_issued,
});

export const moneyWords: WordsOf<typeof events> = {
  "wallet.test_credit_added": ({ amountCents }) => ({
    title: m.events_test_credit_added(),
    details: m.events_of_test_credit_was_added_to({ amount: formatKes(amountCents) }),
  }),
  "payment.started": ({ amountCents, method, invoiceNumber }) => ({
    title: m.events_payment_started(),
    details: invoiceNumber
      ? m.events_by_for_invoice({
          amount: formatKes(amountCents),
          method: methodNames[method],
          invoiceNumber,
        })
      : m.events_by_for_the_wallet({ amount: formatKes(amountCents), method: methodNames[method] }),
  }),
  "payment.received": ({ method, receipt, walletCents, invoiceCents, invoiceNumber }) => {
    const parts = [
      invoiceCents > 0 &&
        m.events_for_invoice({ invoice: formatKes(invoiceCents), invoiceNumber: invoiceNumber ?? "" }),
      walletCents > 0 && m.events_to_the_wallet({ wallet: formatKes(walletCents) }),
      m.events_by_means({ method: paidBy(method, receipt) }),
    ];
    return {
      title: invoiceCents > 0 ? m.events_invoice_paid() : m.events_wallet_topped_up(),
      details: parts.filter(Boolean).join(", "),
    };
  },
  "payment.failed": ({ method, amountCents }) => ({
    title: m.events_payment_not_completed(),
    details: m.events_what_by_means({ amount: formatKes(amountCents), method: methodNames[method] }),
  }),
  "payment.doubtful": ({ method, amountCents, said }) => ({
    title: m.events_payment_needs_a_look(),
    details: m.events_what_by_means_said({
      amount: formatKes(amountCents),
      method: methodNames[method],
      said,
    }),
  }),
  "payment.claimed": ({ amountCents, receipt, because }) => ({
    title: m.events_payment_claimed(),
    details: m.events_receipt({
      amount: formatKes(amountCents),
      receipt,
      because: noteWords(because),
    }),
  }),
  "payment.returned": ({ amountCents, how }) => ({ title: returned[how], details: formatKes(amountCents) }),
  "ledger.entry_reversed": ({ amountCents, what, because }) => ({
    title: m.events_entry_reversed(),
    details: labelled(`${what}, ${formatKes(amountCents)}`, because),
  }),
  "payment.reversing": ({ amountCents, receipt, because }) => ({
    title: m.events_payment_goes_back_to_its_payer(),
    details: m.events_m_pesa({ amount: formatKes(amountCents), receipt, because }),
  }),
  "payment.reversed": ({ amountCents, receipt }) => ({
    title: m.events_payment_given_back(),
    details: m.events_m_pesa_2({ amount: formatKes(amountCents), receipt }),
  }),
  "payment.not_reversed": ({ amountCents, receipt, said }) => ({
    title: m.events_payment_was_not_given_back(),
    details: m.events_m_pesa_is_in_the_wallet({ amount: formatKes(amountCents), receipt, said }),
  }),
  "auto_top_up.changed": ({ isOn, thresholdCents, amountCents, dailyCapCents }) => ({
    title: isOn ? m.events_automatic_top_up_on() : m.events_automatic_top_up_off(),
    details: isOn
      ? m.events_below_at_most_a_day({
          threshold: formatKes(thresholdCents),
          amount: formatKes(amountCents),
          dailyCap: formatKes(dailyCapCents),
        })
      : m.events_the_wallet_is_topped_up_by(),
  }),
  "auto_top_up.failed": ({ amountCents, said, isOff }) => ({
    title: isOff ? m.events_automatic_top_up_switched_off() : m.events_automatic_top_up_not_completed(),
    details: labelled(formatKes(amountCents), said),
  }),
  "payout.started": ({ amountCents }) => ({
    title: m.events_payout_started(),
    details: formatKes(amountCents),
  }),
  "document.issued": ({ kind, number, description, totalCents }) => ({
    title: issued[kind],
    details: labelled(number, `${description}, ${formatKes(totalCents)}`),
  }),
  "document.tax_registered": ({ number, receiptNumber }) => ({
    title: m.events_registered_with_kra(),
    details: receiptNumber ? m.events_receipt_2({ number, receiptNumber }) : number,
  }),
  "document.tax_refused": ({ number, because }) => ({
    title: m.events_refused_by_kra(),
    details: labelled(number, because),
  }),
  "document.tax_retried": ({ number, because }) => ({
    title: m.events_sent_to_kra_again(),
    details: labelled(number, because),
  }),
  "document.mailed": ({ number, to }) => ({
    title: m.events_document_mailed(),
    details: m.events_what_to_whom({ what: number, whom: to }),
  }),
  "invoice.credited": ({ number, amountCents, because }) => ({
    title: m.events_invoice_credited(),
    details: m.events_credited_of({ amount: formatKes(amountCents), number, because }),
  }),
  "invoice.disputed": ({ number, because }) => ({
    title: m.events_invoice_disputed(),
    details: labelled(number, because),
  }),
  "invoice.dispute_answered": ({ number, answer, outcome, creditedCents }) => ({
    title: m.events_dispute_answered(),
    details: labelled(`${number}${outcome ? `, ${resolved(outcome, creditedCents)}` : ""}`, answer),
  }),
  "invoices.reminded_of": ({ numbers }) => ({
    title: m.events_payment_reminder_sent(),
    details: labelled(counted(m.counts_invoices, numbers.length), numbers.join(", ")),
  }),
  "plan_change.planned": ({ to, month }) => ({
    title: m.events_plan_change_planned(),
    details: m.events_from({ to: named(to), month: monthWords(month) }),
  }),
  "plan_change.cancelled": ({ to }) => ({
    title: m.events_plan_change_cancelled(),
    details: m.events_the_change_to_was_taken_back({ to: named(to) }),
  }),
  "plan.changed": ({ from, to }) => ({
    title: m.events_plan_changed(),
    details: m.events_from_to_2({ from: named(from), to: named(to) }),
  }),
};

export const entryWords: EntryWords = {
  "credit.sandbox_start": () => m.events_sandbox_starting_credit(),
  "credit.test": () => m.events_test_credit(),
  "credit.demo": () => m.events_demo_credit(),
  "hold.campaign": ({ campaign, messages }) =>
    m.events_on_hold_for({ campaign, messages: counted(m.counts_messages, messages) }),
  "hold.message": ({ template }, recipient) =>
    recipient
      ? m.events_on_hold_for_to_1_message({ template, recipient })
      : m.events_on_hold_for_1_message({ template }),
  "messages.delivered": ({ messages }) =>
    m.events_delivered({ messages: counted(m.counts_messages, messages) }),
  "messages.not_delivered": ({ messages }) =>
    m.events_not_delivered({ messages: counted(m.counts_messages, messages) }),
  "messages.delivered_after_all": ({ messages }) =>
    m.events_delivered_after_all({ messages: counted(m.counts_messages, messages) }),
  "payment.to_wallet": ({ method, receipt }) => m.events_top_up_by({ method: paidBy(method, receipt) }),
  "payment.of_invoice": ({ method, receipt, invoice }) =>
    m.events_invoice_by({ invoice, method: paidBy(method, receipt) }),
  "payment.unassigned": ({ receipt }) => m.events_m_pesa_account_unknown({ receipt }),
  "payment.found": ({ receipt }) => m.events_m_pesa_found({ receipt }),
  "payment.refunded": () => returned.refunded,
  "payment.disputed": () => returned.disputed,
  "payment.kept": () => returned.kept,
  "payment.reversing": ({ receipt, because }) => m.events_m_pesa_given_back_to_its({ receipt, because }),
  "payment.not_reversed": ({ receipt }) => m.events_m_pesa_was_not_given_back({ receipt }),
  "payment.reversed": ({ receipt }) => m.events_m_pesa_given_back({ receipt }),
  "entry.reversed": ({ what, because }) => m.events_reversed({ what, because }),
  "invoice.credited": ({ invoice }) => m.events_credit_for_invoice({ invoice }),
  "dispute.resolved": ({ invoice, outcome }) =>
    m.events_dispute_about_invoice({ invoice, outcomes: outcomes[outcome] }),
  "payout.started": ({ to }) => m.events_payout_to({ to: to || m.events_the_recipient() }),
  "payout.not_made": () => m.events_payout_that_did_not_happen(),
  "payout.confirmed": () => m.events_payout_confirmed(),
  "share.accrued": ({ transactions }) =>
    m.events_partner_share_of({ transactions: counted(m.counts_transactions, transactions) }),
  "share.settled": ({ period }) => m.events_settlement_for({ period: monthWords(period) }),
  legacy: ({ said }) => said,
};
