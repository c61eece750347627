import type { CallOutput } from "#app/api/client.server.ts";
import { refusalWords, taxStateWords } from "#app/domain/money/tax/words.ts";
import { Notice } from "#app/ui/notice.tsx";
import { m } from "#messages";

type Tax = CallOutput<"GET /billing/invoices/:invoiceId">["tax"];

/** Why KRA has not registered a document. */
export function TaxRefused({ tax, advice }: { tax: Tax; advice: string }) {
  if (tax?.state !== "refused") return null;
  return (
    <Notice tone="warn" title={m.billing_tax_facts_refused_title()}>
      <p>{refusalWords(tax.resultCode, tax.resultText)}</p>
      <p>{advice}</p>
    </Notice>
  );
}

/** A document's facts at KRA, as rows of its details. */
export function taxFacts(tax: Tax) {
  if (!tax) return [];
  const rows = [
    { term: m.billing_tax_facts_tax_registration(), value: taxStateWords[tax.state] },
    { term: m.billing_tax_facts_control_unit(), value: tax.controlUnitId },
    { term: m.billing_tax_facts_kra_receipt_number(), value: tax.receiptNumber },
    {
      term: m.billing_tax_facts_receipt_signature(),
      value: tax.signature && (
        <>
          <span className="wrap-anywhere">{tax.signature}</span>
          {tax.link && (
            <>
              {" "}
              <a className="link" href={tax.link} rel="noreferrer">
                {m.billing_tax_facts_verify_with_kra_link()}
              </a>
            </>
          )}
        </>
      ),
    },
  ];
  return rows.flatMap(({ term, value }) => (value ? [{ term, value }] : []));
}
