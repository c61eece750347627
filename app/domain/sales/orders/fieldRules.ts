import { maxPriceKes } from "#app/domain/sales/products/fieldRules.ts";

export const maxPriceCents = maxPriceKes * 100;
/** Pieces on a line. */
export const maxQuantity = 10_000;
/** Of a line: the largest number of its column. */
export const maxPosition = 32_767;
/** Lines of an order. A cart has at most some dozens. */
export const maxLines = 100;
/** Delivery and discount, in KES. */
export const maxExtraKes = 10_000_000;
export const maxNoteLength = 1000;
/** Of a line typed by hand. */
export const maxLineName = 150;
/** Of the items of an order as text. */
export const maxItemsText = 1000;
