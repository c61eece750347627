import { currentLocale, type Locale } from "./locale.ts";

/** The customs by which each language writes numbers. */
export const numbersIn: Record<Locale, string> = { en: "en-KE", sw: "sw-KE", fr: "fr-FR" };

/** The customs by which each language writes days and times. */
export const datesIn: Record<Locale, string> = { en: "en-GB", sw: "sw-KE", fr: "fr-FR" };

/** What is made once for each language, such as a formatter; the answer gives that of the reader. */
export function byLocale<T>(make: (locale: Locale) => T): () => T {
  const made = new Map<Locale, T>();
  return () => {
    const locale = currentLocale();
    const found = made.get(locale) ?? make(locale);
    made.set(locale, found);
    return found;
  };
}
