import type { TaxDocument } from "./find.server.ts";
import { scaled, withVat } from "./lines.ts";

/** What invoices have left after credit notes. */
export const leftOf = (documents: readonly Pick<TaxDocument, "kind" | "totalCents">[]): number =>
  documents.reduce((sum, { kind, totalCents }) => sum + (kind === "sale" ? totalCents : -totalCents), 0);

/**
 * The credit notes for money of a payment, newest invoice first, each at most for what its invoice has left. A due has an
 * invoice for each payment, of which only the payment's own is credited.
 */
export function creditNotesFor(
  documents: readonly TaxDocument[],
  { paymentId, cents }: { paymentId: string; cents: number },
) {
  let leftCents = cents;
  return documents
    .filter(({ kind }) => kind === "sale")
    .filter((sale) => !sale.subjectId.startsWith("due_") || sale.paymentId === paymentId)
    .toReversed()
    .flatMap(({ subjectId, taxNumber: originalTaxNumber, customerPin, lines, ...sale }) => {
      const credits = documents.filter((one) => one.originalTaxNumber === originalTaxNumber);
      const part = Math.min(leftCents, leftOf([sale, ...credits]));
      if (part <= 0) return [];
      leftCents -= part;
      return [
        {
          ...{ kind: "credit_note" as const, subjectId, paymentId, customerPin, originalTaxNumber },
          lines: withVat(scaled(lines, part)),
        },
      ];
    });
}
