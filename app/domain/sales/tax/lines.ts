import type { VatClass } from "#app/db/schema/sales/products.ts";
import type { TaxDocumentLine } from "#app/db/schema/sales/tax.ts";
import type { TaxBand, TaxItem, TaxLine } from "#app/platform/gates/etims.ts";

const vatBasisPoints: Record<VatClass, number> = { standard: 1600, zero: 0, exempt: 0, none: 0 };
const bands: Record<VatClass, TaxBand> = { standard: "B", zero: "C", exempt: "A", none: "D" };
const codes: Record<TaxBand, string> = {
  A: "KE2NTU0000001",
  B: "KE2NTU0000002",
  C: "KE2NTU0000003",
  D: "KE2NTU0000004",
  E: "KE2NTU0000005",
};

/** What an organisation sells, as KRA knows it: one item for each band; lines have their own descriptions. */
export const itemsAtKra: readonly TaxItem[] = Object.values(bands).map((band) => ({
  ...{ code: codes[band], name: `Goods and services, band ${band}`, type: "2", band },
}));

/** Something that is sold, in cents with its VAT. */
export interface Sold {
  description: string;
  quantity: number;
  vatClass: VatClass;
  totalCents: number;
}

/** With the VAT taken out of each line, rounded to the cent. */
export const withVat = (lines: readonly Sold[]): TaxDocumentLine[] =>
  lines
    .filter(({ totalCents }) => totalCents > 0)
    .map((line) => {
      const netCents = Math.round((line.totalCents * 10_000) / (10_000 + vatBasisPoints[line.vatClass]));
      return { ...line, netCents, vatCents: line.totalCents - netCents };
    });

/** Lines whose totals are `cents` together, in the same proportions; the largest remainders are rounded up. */
export function scaled<Line extends Sold>(lines: readonly Line[], cents: number): Line[] {
  const sum = lines.reduce((total, line) => total + line.totalCents, 0);
  if (sum === cents || sum === 0) return [...lines];
  const exact = lines.map(({ totalCents }) => (totalCents * cents) / sum);
  const parts = exact.map(Math.floor);
  const missing = cents - parts.reduce((total, part) => total + part, 0);
  const order = exact
    .map((_, index) => index)
    .sort((a, b) => exact[b]! - parts[b]! - (exact[a]! - parts[a]!));
  for (const index of order.slice(0, missing)) parts[index]! += 1;
  return lines.map((line, index) => ({ ...line, totalCents: parts[index]! }));
}

/** A stored line as the gate sends it. */
export const asTaxLine = ({ vatClass, ...line }: TaxDocumentLine): TaxLine => ({
  ...line,
  vatBasisPoints: vatBasisPoints[vatClass],
  band: bands[vatClass],
  itemCode: codes[bands[vatClass]],
});
