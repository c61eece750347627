import type { Tx } from "#app/db/client.server.ts";
import { pricedLine } from "../invoices/amounts.ts";
import { categoryCosts } from "../metaCosts/categoryCosts.server.ts";
import { vatAt } from "../tax/vatAt.server.ts";
import type { MessagePrice } from "./words.ts";

/** What one template message costs at a moment, by its parts, where our price with VAT is `walletCents`. */
export async function readMessagePrice(tx: Tx, walletCents: number, at: Date): Promise<MessagePrice> {
  const [price] = await readMessagePrices(tx, [walletCents], at);
  return price!;
}

/** The same for several prices of ours, in their order. */
export async function readMessagePrices(
  tx: Tx,
  prices: readonly number[],
  at: Date,
): Promise<MessagePrice[]> {
  const vat = await vatAt(tx, at);
  const metaCents = await categoryCosts(tx, at);
  return prices.map((unitCents) => {
    const { netCents, vatCents } = pricedLine({ description: "", quantity: 1, unitCents }, vat);
    return { platformCents: netCents, vatCents, walletCents: unitCents, metaCents };
  });
}
