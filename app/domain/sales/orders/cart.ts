import type { CartProblem } from "#app/db/schema/sales/orders.ts";
import { type OrderLine as CartLine, orderOf } from "#app/domain/whatsapp/webhookEvents/order.ts";
import { maxLines, maxPriceCents, maxQuantity } from "./fieldRules.ts";

/** An item of a cart: the price of one piece as the customer saw it, or null where it can't be used. */
export interface CartItem {
  retailerId: string;
  quantity: number;
  priceCents: number | null;
}

export interface Cart {
  items: CartItem[];
  problems: CartProblem[];
  note: string;
  /** The same for the same items at the same prices. */
  fingerprint: string;
}

/**
 * A cart as Meta sends it, whatever it contains: prices are rounded to cents, those of another currency or out of
 * range are left out, and the problems say so.
 */
export function readCart(order: unknown): Cart {
  const { lines, text } = orderOf(order);
  const items = lines.slice(0, maxLines).map(itemOf);
  const problems: CartProblem[] = [];
  if (lines.some(({ currency }) => currency !== "KES")) problems.push("currency");
  if (lines.length > maxLines) problems.push("lines");
  if (lines.some((line) => isUnreadable(line))) problems.push("amounts");
  return { items, problems, note: text.trim().slice(0, 1000).toWellFormed(), fingerprint: shortOf(items) };
}

const itemOf = (line: CartLine): CartItem => ({
  retailerId: line.productId.slice(0, 100).toWellFormed(),
  quantity: Math.min(line.quantity, maxQuantity),
  priceCents: line.currency === "KES" ? centsOf(line.price) : null,
});

const isUnreadable = ({ quantity, price, currency }: CartLine) =>
  quantity > maxQuantity || (currency === "KES" && centsOf(price) === null);

/** Of a decimal text with at most six decimals, rounded to the nearest cent. */
function centsOf(price: string | null): number | null {
  const cents = price === null ? Number.NaN : Math.round(Number(price) * 100);
  return cents >= 0 && cents <= maxPriceCents ? cents : null;
}

const shortOf = (items: readonly CartItem[]) =>
  items
    .map(({ retailerId, quantity, priceCents }) => `${retailerId} ${quantity} ${priceCents}`)
    .sort()
    .join("\n");
