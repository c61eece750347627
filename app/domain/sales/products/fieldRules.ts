export const maxProductName = 150;
export const maxRetailerId = 100;
export const maxStock = 1_000_000_000;
/** Of one piece, in KES. */
export const maxPriceKes = 10_000_000;
/** Rows of products that are imported at once, and their characters. */
export const maxImportRows = 2000;
export const maxImportCharacters = 400_000;
