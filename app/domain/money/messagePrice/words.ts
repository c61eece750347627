import { formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";

export const pricedCategories = ["MARKETING", "UTILITY", "AUTHENTICATION"] as const;
export type PricedCategory = (typeof pricedCategories)[number];

/** The price of one template message, in KES cents. */
export interface MessagePrice {
  /** Our price without VAT. */
  platformCents: number;
  vatCents: number;
  /** Charged to the wallet: our price with VAT. */
  walletCents: number;
  /**
   * Meta's list price for a Kenyan number, billed by Meta to the organisation's own account; absent without a
   * rate in its list.
   */
  metaCents: Partial<Record<PricedCategory, number>>;
}

/** The sum of all parts; null when Meta's is unknown. */
export function fullPriceOf(
  { walletCents, metaCents }: MessagePrice,
  category: PricedCategory,
): number | null {
  const meta = metaCents[category];
  return meta === undefined ? null : meta + walletCents;
}

/** A message's price and its parts as one sentence. */
export function messagePriceText(price: MessagePrice, category: PricedCategory): string {
  const full = fullPriceOf(price, category);
  const ours = { platform: formatKes(price.platformCents), vat: formatKes(price.vatCents) };
  if (full === null)
    return m.billing_message_price_without_meta({ total: formatKes(price.walletCents), ...ours });
  return m.billing_message_price({
    ...{ total: formatKes(full), meta: formatKes(full - price.walletCents) },
    ...ours,
  });
}
