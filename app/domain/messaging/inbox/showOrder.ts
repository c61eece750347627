import type { orderOf } from "#app/domain/whatsapp/webhookEvents/order.ts";
import { formatAmount } from "#app/platform/money/money.ts";

/** An order with amounts formatted for the reader; null without a usable price. */
export function showOrder({ text, lines, total }: ReturnType<typeof orderOf>) {
  const money = (amount: string | null, currency: string | null) =>
    amount !== null && currency !== null ? formatAmount(amount, currency) : null;
  return {
    text,
    lines: lines.map(({ productId, quantity, price, amount, currency }) => ({
      productId,
      quantity,
      price: money(price, currency),
      amount: money(amount, currency),
    })),
    total: total && money(total.amount, total.currency),
  };
}
