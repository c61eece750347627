import { type WordsOf, words } from "#app/domain/record/eventWords.ts";
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
  stands: m.events_dispute_outcome_stands,
  credit_note: m.events_dispute_outcome_credit_note,
  wallet_credit: m.events_dispute_outcome_wallet_credit,
});

const resolved = (outcome: keyof typeof outcomes, creditedCents: number | null | undefined) =>
  creditedCents
    ? m.events_dispute_outcome_with_amount({
        outcomes: outcomes[outcome],
        credited: formatKes(creditedCents),
      })
    : outcomes[outcome];

const returned = lazy({
  refunded: m.events_card_payment_refunded_title,
  disputed: m.events_card_payment_disputed_title,
  kept: m.events_card_payment_kept_title,
});

const issued = lazy({
  invoice: m.events_invoice_issued_title,
  receipt: m.events_receipt_issued_title,
  credit_note: m.events_credit_note_issued_title,
});

export const moneyWords: WordsOf<typeof events> = {
  "wallet.test_credit_added": words(m.events_wallet_test_credit_added_title, ({ amountCents }) =>
    m.events_wallet_test_credit_added_details({ amount: formatKes(amountCents) }),
  ),
  "payment.started": ({ amountCents, method, invoiceNumber }) => ({
    title: m.events_payment_started_title(),
    details: invoiceNumber
      ? m.events_payment_started_for_invoice({
          amount: formatKes(amountCents),
          method: methodNames[method],
          invoiceNumber,
        })
      : m.events_payment_started_for_wallet({ amount: formatKes(amountCents), method: methodNames[method] }),
  }),
  "payment.received": ({ method, receipt, walletCents, invoiceCents, invoiceNumber }) => {
    const parts = [
      invoiceCents > 0 &&
        m.events_payment_part_for_invoice({
          invoice: formatKes(invoiceCents),
          invoiceNumber: invoiceNumber ?? "",
        }),
      walletCents > 0 && m.events_payment_part_to_wallet({ wallet: formatKes(walletCents) }),
      m.events_payment_part_by_method({ method: paidBy(method, receipt) }),
    ];
    return {
      title: invoiceCents > 0 ? m.events_invoice_paid_title() : m.events_wallet_topped_up_title(),
      details: parts.filter(Boolean).join(", "),
    };
  },
  "payment.failed": ({ method, amountCents }) => ({
    title: m.events_payment_failed_title(),
    details: m.events_payment_failed_details({ amount: formatKes(amountCents), method: methodNames[method] }),
  }),
  "payment.doubtful": ({ method, amountCents, reason }) => ({
    title: m.events_payment_doubtful_title(),
    details: m.events_payment_doubtful_details({
      amount: formatKes(amountCents),
      method: methodNames[method],
      reason,
    }),
  }),
  "payment.claimed": ({ amountCents, receipt, because }) => ({
    title: m.events_payment_claimed_title(),
    details: m.events_payment_claimed_details({
      amount: formatKes(amountCents),
      receipt,
      because: noteWords(because),
    }),
  }),
  "payment.returned": ({ amountCents, how }) => ({ title: returned[how], details: formatKes(amountCents) }),
  "ledger.entry_reversed": words(m.events_ledger_entry_reversed_title, ({ amountCents, what, because }) =>
    labelled(`${what}, ${formatKes(amountCents)}`, because),
  ),
  "payment.reversing": ({ amountCents, receipt, because }) => ({
    title: m.events_payment_reversing_title(),
    details: m.events_payment_reversing_details({ amount: formatKes(amountCents), receipt, because }),
  }),
  "payment.reversed": ({ amountCents, receipt }) => ({
    title: m.events_payment_reversed_title(),
    details: m.events_payment_reversed_details({ amount: formatKes(amountCents), receipt }),
  }),
  "payment.not_reversed": ({ amountCents, receipt, reason }) => ({
    title: m.events_payment_not_reversed_title(),
    details: m.events_payment_not_reversed_details({ amount: formatKes(amountCents), receipt, reason }),
  }),
  "auto_top_up.changed": ({ isOn, thresholdCents, amountCents, dailyCapCents }) => ({
    title: isOn ? m.events_auto_top_up_on_title() : m.events_auto_top_up_off_title(),
    details: isOn
      ? m.events_auto_top_up_on_details({
          threshold: formatKes(thresholdCents),
          amount: formatKes(amountCents),
          dailyCap: formatKes(dailyCapCents),
        })
      : m.events_auto_top_up_off_details(),
  }),
  "auto_top_up.failed": ({ amountCents, reason, isOff }) => ({
    title: isOff ? m.events_auto_top_up_failed_off_title() : m.events_auto_top_up_failed_title(),
    details: labelled(formatKes(amountCents), noteWords(reason)),
  }),
  "payout.started": words(m.events_payout_started_title, ({ amountCents }) => formatKes(amountCents)),
  "document.issued": ({ kind, number, description, totalCents }) => ({
    title: issued[kind],
    details: labelled(number, `${description}, ${formatKes(totalCents)}`),
  }),
  "document.tax_registered": ({ number, receiptNumber }) => ({
    title: m.events_document_tax_registered_title(),
    details: receiptNumber ? m.events_document_with_receipt({ number, receiptNumber }) : number,
  }),
  "document.tax_refused": words(m.events_document_tax_refused_title, ({ number, because }) =>
    labelled(number, because),
  ),
  "document.tax_retried": words(m.events_document_tax_retried_title, ({ number, because }) =>
    labelled(number, because),
  ),
  "document.mailed": words(m.events_document_mailed_title, ({ number, to }) =>
    m.events_what_to_whom({ what: number, whom: to }),
  ),
  "invoice.credited": ({ number, amountCents, because }) => ({
    title: m.events_invoice_credited_title(),
    details: m.events_invoice_credited_details({ amount: formatKes(amountCents), number, because }),
  }),
  "invoice.disputed": words(m.events_invoice_disputed_title, ({ number, because }) =>
    labelled(number, because),
  ),
  "invoice.dispute_answered": ({ number, answer, outcome, creditedCents }) => ({
    title: m.events_invoice_dispute_answered_title(),
    details: labelled(`${number}${outcome ? `, ${resolved(outcome, creditedCents)}` : ""}`, answer),
  }),
  "invoices.reminded_of": words(m.events_invoice_reminded_title, ({ numbers }) =>
    labelled(counted(m.counts_invoices, numbers.length), numbers.join(", ")),
  ),
  "plan_change.planned": words(m.events_plan_change_planned_title, ({ to, month }) =>
    m.events_plan_change_planned_details({ to: named(to), month: monthWords(month) }),
  ),
  "plan_change.cancelled": words(m.events_plan_change_cancelled_title, ({ to }) =>
    m.events_plan_change_cancelled_details({ to: named(to) }),
  ),
  "plan.changed": words(m.events_plan_changed_title, ({ from, to }) =>
    m.events_plan_changed_details({ from: named(from), to: named(to) }),
  ),
};

export const entryWords: EntryWords = {
  "credit.sandbox_start": () => m.events_entry_sandbox_credit(),
  "credit.test": () => m.events_entry_test_credit(),
  "credit.demo": () => m.events_entry_demo_credit(),
  "hold.campaign": ({ campaign, messages }) =>
    m.events_entry_hold_campaign({ campaign, messages: counted(m.counts_messages, messages) }),
  "hold.message": ({ template }, recipient) =>
    recipient
      ? m.events_entry_hold_message_to({ template, recipient })
      : m.events_entry_hold_message({ template }),
  "messages.delivered": ({ messages }) =>
    m.events_entry_delivered({ messages: counted(m.counts_messages, messages) }),
  "messages.not_delivered": ({ messages }) =>
    m.events_entry_not_delivered({ messages: counted(m.counts_messages, messages) }),
  "messages.delivered_after_all": ({ messages }) =>
    m.events_entry_delivered_late({ messages: counted(m.counts_messages, messages) }),
  "messages.by_sms": ({ messages }) =>
    m.events_entry_by_sms({ messages: counted(m.counts_messages, messages) }),
  "payment.to_wallet": ({ method, receipt }) => m.events_entry_top_up({ method: paidBy(method, receipt) }),
  "payment.of_invoice": ({ method, receipt, invoice }) =>
    m.events_entry_invoice({ invoice, method: paidBy(method, receipt) }),
  "payment.unassigned": ({ receipt }) => m.events_entry_mpesa_unassigned({ receipt }),
  "payment.found": ({ receipt }) => m.events_entry_mpesa_found({ receipt }),
  "payment.refunded": () => returned.refunded,
  "payment.disputed": () => returned.disputed,
  "payment.kept": () => returned.kept,
  "payment.reversing": ({ receipt, because }) => m.events_entry_mpesa_reversing({ receipt, because }),
  "payment.not_reversed": ({ receipt }) => m.events_entry_mpesa_not_reversed({ receipt }),
  "payment.reversed": ({ receipt }) => m.events_entry_mpesa_reversed({ receipt }),
  "entry.reversed": ({ what, because }) => m.events_entry_reversed({ what, because }),
  "invoice.credited": ({ invoice }) => m.events_entry_invoice_credited({ invoice }),
  "dispute.resolved": ({ invoice, outcome }) =>
    m.events_entry_dispute_resolved({ invoice, outcomes: outcomes[outcome] }),
  "payout.started": ({ to }) => m.events_entry_payout({ to: to || m.events_entry_payout_recipient() }),
  "payout.not_made": () => m.events_entry_payout_failed(),
  "payout.confirmed": () => m.events_entry_payout_confirmed(),
  "share.accrued": ({ transactions }) =>
    m.events_entry_partner_share({ transactions: counted(m.counts_transactions, transactions) }),
  "share.settled": ({ period }) => m.events_entry_settlement({ period: monthWords(period) }),
  "till.received": ({ receipt, till }) => m.events_entry_till_received({ receipt, till }),
  "till.matched": ({ receipt }) => m.events_entry_till_matched({ receipt }),
  "till.refunded": ({ receipt }) => m.events_entry_till_refunded({ receipt }),
  legacy: ({ said }) => said,
};
