import type { orderOf } from "#app/domain/whatsapp/webhookEvents/order.ts";
import { formatAmount, formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";

/** An ad with its words. */
export const showAd = <Ad extends { isPost: boolean }>(ad: Ad) => ({
  ...ad,
  title: ad.isPost ? m.chat_message_details_from_post_text() : m.chat_from_ad(),
  linkText: ad.isPost ? m.chat_message_details_open_post_link() : m.chat_message_details_open_ad_link(),
});

/** A cart in the reader's words, with the order that it became; amounts are null without a usable price. */
export function showOrder(
  { text, lines, total }: ReturnType<typeof orderOf>,
  placed: { id: string; number: number; names?: string[] } | undefined,
) {
  const money = (amount: string | null, currency: string | null) =>
    amount !== null && currency !== null ? formatAmount(amount, currency) : null;
  const hintOf = (quantity: number, price: string | null): string =>
    price === null
      ? m.chat_message_details_order_no_price_text({ quantity })
      : m.chat_message_details_order_quantity_text({ quantity, price });
  return {
    text,
    placedId: placed?.id ?? null,
    title: placed ? m.orders_order_title({ number: String(placed.number) }) : m.chat_message_type_order(),
    lines: lines.map(({ productId, quantity, price, amount, currency }, index) => ({
      productId: placed?.names?.[index] || productId,
      hint: hintOf(quantity, money(price, currency)),
      amount: money(amount, currency),
    })),
    total: total && money(total.amount, total.currency),
    totalLabel: m.common_total(),
  };
}

/** Products of our catalogue message, in the shape of an order, none of the whole catalogue; null for other messages. */
export const showProducts = (
  products: readonly { name: string; priceCents: number }[] | undefined,
  said: string | null,
): ReturnType<typeof showOrder> | null =>
  products
    ? {
        // Without words of its own, a message says its product's name.
        text: said === products[0]?.name ? "" : (said ?? ""),
        ...{ placedId: null, total: null, totalLabel: m.common_total() },
        title: products.length === 0 ? m.catalogues_whole_sent() : m.catalogues_products_sent(),
        lines: products.map(({ name, priceCents }) => {
          return { productId: name, hint: "", amount: formatKes(priceCents) };
        }),
      }
    : null;
