/** A line of a document. `unitCents` is the price with VAT, as shown and paid. */
export interface LineItem {
  description: string;
  quantity: number;
  unitCents: number;
}

export interface PricedLine extends LineItem {
  vatBasisPoints: number;
  netCents: number;
  vatCents: number;
  totalCents: number;
}

/** A line with the VAT of its price, rounded to the cent, half up. Net and VAT always add up to the total. */
export function pricedLine(item: LineItem, vatBasisPoints: number): PricedLine {
  const totalCents = item.quantity * item.unitCents;
  const vatCents = Math.floor(
    (2 * totalCents * vatBasisPoints + 10_000 + vatBasisPoints) / (2 * (10_000 + vatBasisPoints)),
  );
  return { ...item, vatBasisPoints, netCents: totalCents - vatCents, vatCents, totalCents };
}

/** The totals of a document are the sums of its lines. */
export const totalsOf = (lines: readonly PricedLine[]) => ({
  netCents: lines.reduce((sum, line) => sum + line.netCents, 0),
  vatCents: lines.reduce((sum, line) => sum + line.vatCents, 0),
  totalCents: lines.reduce((sum, line) => sum + line.totalCents, 0),
});
