import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import type { MailOf } from "./content.ts";
import type { Letter } from "./letter.ts";

const documentWords = {
  invoice: { subject: m.mails_invoice_subject, attached: m.mails_invoice_attached },
  credit_note: { subject: m.mails_credit_note_subject, attached: m.mails_credit_note_attached },
  receipt: { subject: m.mails_receipt_subject, attached: m.mails_receipt_attached },
} as const;

/** An invoice, receipt or credit note, which is attached. */
export function invoiceLetter(content: MailOf<"invoice">, brand: string, appUrl: string): Letter {
  const { number, totalCents, dueAt, invoiceId } = content;
  const words = documentWords[content.documentKind];
  return {
    subject: words.subject({ brand, number }),
    greeting: m.mails_hello_name({ name: content.businessName }),
    paragraphs: [
      words.attached({ number, amount: formatKes(totalCents) }),
      ...(dueAt ? [m.mails_please_pay({ day: longDay(dayOf(new Date(dueAt))) })] : []),
    ],
    button: {
      label: dueAt ? m.mails_view_and_pay() : m.mails_open_document(),
      url: `${appUrl}/billing/invoices/${invoiceId}`,
    },
    note: m.mails_invoice_note({ dispute: m.billing_dispute_invoice() }),
  };
}

/** Several unpaid invoices in one email. */
export function reminderLetter(content: MailOf<"payment_reminder">, brand: string, appUrl: string): Letter {
  const isOverdue = content.invoices.some((invoice) => invoice.isOverdue);
  const [only] = content.invoices;
  const subject = isOverdue ? m.mails_overdue_subject : m.mails_due_soon_subject;
  return {
    subject: counted((inputs) => subject({ ...inputs, brand }), content.invoices.length),
    greeting: m.mails_hello_name({ name: content.businessName }),
    paragraphs: [
      isOverdue ? m.mails_not_received() : m.mails_friendly_reminder(),
      ...content.invoices.map((invoice) => {
        const amount = formatKes(invoice.openCents);
        const facts = { number: invoice.number, amount, day: longDay(dayOf(new Date(invoice.dueAt))) };
        return invoice.isOverdue ? m.mails_was_due_on(facts) : m.mails_due_on(facts);
      }),
    ],
    button:
      content.invoices.length === 1
        ? { label: m.mails_pay_now(), url: `${appUrl}/billing/invoices/${only!.id}` }
        : { label: m.mails_view_invoices(), url: `${appUrl}/billing/invoices` },
    note: m.mails_reminder_note(),
  };
}
