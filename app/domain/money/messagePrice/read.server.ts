import type { Tx } from "#app/db/client.server.ts";
import { pricedLine } from "#app/domain/money/prices/amounts.ts";
import type { PriceList } from "../prices/priceList.ts";
import { readPrices } from "../prices/read.server.ts";
import { type MessagePrice, pricedCategories } from "./words.ts";

/** The parts of a template message's price at a time; `walletCents` is our price with VAT. */
export async function readMessagePrice(tx: Tx, walletCents: number, at: Date): Promise<MessagePrice> {
  return messagePriceOf(await readPrices(tx), walletCents, at);
}

export function messagePriceOf(prices: PriceList, walletCents: number, at: Date): MessagePrice {
  const line = { description: "", quantity: 1, unitCents: walletCents };
  const { netCents, vatCents } = pricedLine(line, prices.vatAt(at));
  return { platformCents: netCents, vatCents, walletCents, metaCents: metaCentsOf(prices, at) };
}

/**
 * Meta's charge for a delivered message to a Kenyan number, by category; absent without a rate in Meta's
 * list.
 */
export function metaCentsOf(prices: PriceList, at: Date): MessagePrice["metaCents"] {
  const metaCents: MessagePrice["metaCents"] = {};
  for (const category of pricedCategories) {
    const cents = prices.metaCentsAt(category.toLowerCase(), "+254", at);
    if (cents !== null) metaCents[category] = cents;
  }
  return metaCents;
}
