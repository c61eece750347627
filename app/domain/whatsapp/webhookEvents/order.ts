/**
 * An order from a catalogue as Meta sends it (docs/facts/whatsapp-cloud-api.md §5.1). Prices are decimals in
 * `currency`.
 */
export interface Order {
  catalog_id?: string;
  text?: string;
  product_items?: OrderItem[];
}

interface OrderItem {
  product_retailer_id?: string;
  quantity?: number | string;
  item_price?: number | string;
  currency?: string;
}

export interface OrderLine {
  productId: string;
  quantity: number;
  /** Decimal text, never a float; null without a usable price. */
  price: string | null;
  amount: string | null;
  currency: string | null;
}

/** Six decimals suffice for every currency; BigInt sums are exact. */
const scale = 1_000_000n;
const decimal = /^(\d{1,12})(?:\.(\d{1,6})\d*)?$/;

/** An order's lines and total; the total is null when a price is missing or currencies differ. */
export function orderOf(order: unknown) {
  const { text, product_items: items } = order as Order;
  const lines = (Array.isArray(items) ? items : []).map(lineOf);
  const currencies = new Set(lines.map(({ currency }) => currency));
  const [currency] = currencies;
  const amounts = lines.flatMap(({ amount }) => amount ?? []);
  const hasTotal = currency && currencies.size === 1 && amounts.length === lines.length;
  return {
    text: typeof text === "string" ? text : "",
    lines,
    total: hasTotal
      ? { amount: textOf(amounts.reduce((sum, amount) => sum + scaledOf(amount)!, 0n)), currency }
      : null,
  };
}

function lineOf(item: OrderItem | null): OrderLine {
  const { product_retailer_id: productId, quantity, item_price: price, currency } = item ?? {};
  const count = Number(quantity);
  const pieces = Number.isSafeInteger(count) && count > 0 ? count : 1;
  const each = scaledOf(price);
  return {
    productId: String(productId ?? ""),
    quantity: pieces,
    price: each === null ? null : textOf(each),
    amount: each === null ? null : textOf(each * BigInt(pieces)),
    currency: /^[A-Z]{3}$/.test(String(currency)) ? String(currency) : null,
  };
}

function scaledOf(price: unknown): bigint | null {
  const [, whole, fraction = ""] = decimal.exec(String(price ?? "")) ?? [];
  return whole === undefined ? null : BigInt(whole) * scale + BigInt(fraction.padEnd(6, "0"));
}

function textOf(scaled: bigint): string {
  const fraction = String(scaled % scale)
    .padStart(6, "0")
    .replace(/0+$/, "");
  return fraction === "" ? String(scaled / scale) : `${scaled / scale}.${fraction}`;
}
