import { maxLines, maxQuantity } from "./fieldRules.ts";

/** A line of an order as text: `2 x Maize flour`, or a name alone for one piece. */
export interface ItemLine {
  quantity: number;
  /** A product's name or code. */
  product: string;
}

/** The items of an order as typed, a line each. Undefined where there is none, too many, or a quantity can't be used. */
export function itemsIn(text: string): ItemLine[] | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const items = lines.map((line): ItemLine => {
    const [, count, product] = /^(\d{1,6})\s*[x×*]\s*(.+)$/iu.exec(line) ?? [];
    return product === undefined ? { quantity: 1, product: line } : { quantity: Number(count), product };
  });
  const areUsable = items.every(({ quantity }) => quantity >= 1 && quantity <= maxQuantity);
  return areUsable && items.length > 0 && items.length <= maxLines ? items : undefined;
}
