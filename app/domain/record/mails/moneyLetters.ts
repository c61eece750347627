import { dayOf } from "#app/platform/calendar.ts";
import { countOf } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import type { MailOf } from "./content.ts";
import type { Letter } from "./render.ts";

const documentWords = { invoice: "invoice", credit_note: "credit note", receipt: "receipt" } as const;

/** An invoice, receipt or credit note, which is attached. */
export function invoiceLetter(content: MailOf<"invoice">, brand: string, appUrl: string): Letter {
  const word = documentWords[content.documentKind];
  return {
    subject: `Your ${brand} ${word} ${content.number}`,
    greeting: `Hello ${content.businessName},`,
    paragraphs: [
      `Attached is ${word} ${content.number} over ${formatKes(content.totalCents)}.`,
      ...(content.dueAt ? [`Please pay it by ${dayOf(new Date(content.dueAt))}.`] : []),
    ],
    button: {
      label: content.dueAt ? "See and pay it" : "See it",
      url: `${appUrl}/billing/invoices/${content.invoiceId}`,
    },
    note: "Is something wrong with it? Open it and choose “Dispute this invoice”, or answer this mail.",
  };
}

/** Several unpaid invoices in one mail. */
export function reminderLetter(content: MailOf<"payment_reminder">, brand: string, appUrl: string): Letter {
  const overdue = content.invoices.filter(({ isOverdue }) => isOverdue).length;
  const [only] = content.invoices;
  return {
    subject: `${overdue > 0 ? "Overdue" : "Due soon"}: ${countOf(content.invoices.length, "invoice")} of ${brand}`,
    greeting: `Hello ${content.businessName},`,
    paragraphs: [
      overdue > 0 ? "We have not received your payment yet for:" : "This is a friendly reminder to pay:",
      ...content.invoices.map(
        ({ number, openCents, dueAt, isOverdue }) =>
          `${number}: ${formatKes(openCents)}, ${isOverdue ? "was due on" : "due on"} ${dayOf(new Date(dueAt))}`,
      ),
    ],
    button:
      content.invoices.length === 1
        ? { label: "Pay it", url: `${appUrl}/billing/invoices/${only!.id}` }
        : { label: "See your invoices", url: `${appUrl}/billing` },
    note: "If you have paid already, ignore this mail: reminders stop as soon as the money is here.",
  };
}
