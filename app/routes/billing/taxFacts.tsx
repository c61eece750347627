import type { CallOutput } from "#app/api/client.server.ts";
import { refusalWords, taxStateWords } from "#app/domain/money/tax/words.ts";
import { Notice } from "#app/ui/notice.tsx";

type Tax = CallOutput<"GET /billing/invoices/:invoiceId">["tax"];

/** Why KRA has not registered a document. */
export function TaxRefused({ tax, advice }: { tax: Tax; advice: string }) {
  if (tax?.state !== "refused") return null;
  return (
    <Notice tone="warn" title="KRA has not registered this document">
      <p>{refusalWords(tax.resultCode, tax.resultText)}</p>
      <p>{advice}</p>
    </Notice>
  );
}

/** What stands about a document at KRA, as rows of its details. */
export function taxFacts(tax: Tax) {
  if (!tax) return [];
  const rows = [
    { term: "Tax registration", value: taxStateWords[tax.state] },
    { term: "Control unit", value: tax.controlUnitId },
    { term: "KRA receipt number", value: tax.receiptNumber },
    {
      term: "Receipt signature",
      value: tax.signature && (
        <>
          <span className="wrap-anywhere">{tax.signature}</span>
          {tax.link && (
            <>
              {" "}
              <a className="link" href={tax.link} rel="noreferrer">
                Check it at KRA
              </a>
            </>
          )}
        </>
      ),
    },
  ];
  return rows.flatMap(({ term, value }) => (value ? [{ term, value }] : []));
}
