/** Of one piece, in KES. */
export const maxPriceKes = 10_000_000;
export const maxPriceCents = maxPriceKes * 100;
/** Pieces on a line, and in stock. */
export const maxQuantity = 10_000;
export const maxStock = 1_000_000_000;
/** Lines of an order. A cart has at most some dozens. */
export const maxLines = 100;
/** Delivery and discount, in KES. */
export const maxExtraKes = 10_000_000;
export const maxNoteLength = 1000;
export const maxProductName = 150;
export const maxRetailerId = 100;
