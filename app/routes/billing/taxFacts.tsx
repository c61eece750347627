import { Notice } from "#app/ui/notice.tsx";
import type { TaxTexts } from "./taxTexts.server.ts";

/** Why KRA has not registered a document. */
export function TaxRefused({ tax: { refused }, advice }: { tax: TaxTexts; advice: string }) {
  if (!refused) return null;
  return (
    <Notice tone="warn" title={refused.title}>
      <p>{refused.reason}</p>
      <p>{advice}</p>
    </Notice>
  );
}

/** A document's facts at KRA, as rows of its details; the last one leads to KRA's page. */
export const taxFacts = ({ facts, link }: TaxTexts) =>
  facts.map(({ term, value }, index) => ({
    term,
    value: (
      <>
        <span className="wrap-anywhere">{value}</span>
        {link && index === facts.length - 1 && (
          <>
            {" "}
            <a className="link" href={link.to} rel="noreferrer">
              {link.label}
            </a>
          </>
        )}
      </>
    ),
  }));
