/** The languages that the product speaks. What happened is stored without words; they are made for a reader's locale. */
export type Locale = "en";
export const defaultLocale: Locale = "en";
