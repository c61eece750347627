import { formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";

export const pricedCategories = ["MARKETING", "UTILITY", "AUTHENTICATION"] as const;
export type PricedCategory = (typeof pricedCategories)[number];

/** What one template message costs, in KES cents. */
export interface MessagePrice {
  /** Our part without VAT. */
  platformCents: number;
  vatCents: number;
  /** What the wallet pays for it: our part with VAT. */
  walletCents: number;
  /** Meta's list price for a Kenyan number, which Meta bills to the organisation's own account; none where its list has no rate. */
  metaCents: Partial<Record<PricedCategory, number>>;
}

/** The sum of all parts; null where Meta's part is not known. */
export function fullPriceOf(
  { walletCents, metaCents }: MessagePrice,
  category: PricedCategory,
): number | null {
  const meta = metaCents[category];
  return meta === undefined ? null : meta + walletCents;
}

/** The price of a message as one sentence, with its parts. */
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
