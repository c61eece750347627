import type { CallOutput } from "#app/api/client.server.ts";
import { refusalWords, taxStateWords } from "#app/domain/money/tax/words.ts";
import { m } from "#messages";

export interface TaxTexts {
  /** Why KRA has not registered the document; null unless it refused. */
  refused: { title: string; reason: string } | null;
  /** Its facts at KRA. */
  facts: { term: string; value: string }[];
  link: { to: string; label: string } | null;
}

/** A document's registration at KRA in words, which come with the page: few documents need them. */
export function taxTexts(tax: CallOutput<"GET /billing/invoices/:invoiceId">["tax"]): TaxTexts {
  if (!tax) return { refused: null, facts: [], link: null };
  const facts = [
    { term: m.billing_tax_facts_tax_registration(), value: taxStateWords[tax.state] },
    { term: m.billing_tax_facts_control_unit(), value: tax.controlUnitId },
    { term: m.billing_tax_facts_kra_receipt_number(), value: tax.receiptNumber },
    { term: m.billing_tax_facts_receipt_signature(), value: tax.signature },
  ];
  return {
    refused:
      tax.state === "refused"
        ? {
            title: m.billing_tax_facts_refused_title(),
            reason: refusalWords(tax.resultCode, tax.resultText),
          }
        : null,
    facts: facts.flatMap(({ term, value }) => (value ? [{ term, value: String(value) }] : [])),
    link:
      tax.signature && tax.link ? { to: tax.link, label: m.billing_tax_facts_verify_with_kra_link() } : null,
  };
}
