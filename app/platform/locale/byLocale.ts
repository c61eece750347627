import { currentLocale, type Locale } from "./locale.ts";

/** The locale for numbers of each language. */
export const numbersIn: Record<Locale, string> = { en: "en-KE", sw: "sw-KE", fr: "fr-FR" };

/** The locale for dates and times of each language. */
export const datesIn: Record<Locale, string> = { en: "en-GB", sw: "sw-KE", fr: "fr-FR" };

/** Creates something once per language, such as a formatter; the returned function gives the reader's. */
export function byLocale<T>(make: (locale: Locale) => T): () => T {
  const made = new Map<Locale, T>();
  return () => {
    const locale = currentLocale();
    const found = made.get(locale) ?? make(locale);
    made.set(locale, found);
    return found;
  };
}
