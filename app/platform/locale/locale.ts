import offered from "./offeredLocales.json" with { type: "json" };

/** The product's languages. Events are stored without texts, which are built for a reader's locale. */
export const locales = ["en", "sw", "fr"] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = "en";

/** Each language by its own name. */
export const localeNames: Record<Locale, string> = { en: "English", sw: "Kiswahili", fr: "Français" };

/** The languages to choose from: those that every screen speaks (`app/platform/locale/offeredLocales.json`). */
export const offeredLocales = offered as readonly Locale[];

export const isOffered = (value: unknown): value is Locale => offeredLocales.includes(value as Locale);

/** The build of the screens has its own modules, so shared state is on the process. */
export const localeStoreKey: unique symbol = Symbol.for("tarishi.locale");

/** The locale of the page in a browser; on the server that of the request or of the reader (`withLocale`). */
export function currentLocale(): Locale {
  if (typeof document !== "undefined")
    return isOffered(document.documentElement.lang) ? document.documentElement.lang : defaultLocale;
  const shared = globalThis as { [localeStoreKey]?: { getStore(): Locale | undefined } };
  return shared[localeStoreKey]?.getStore() ?? defaultLocale;
}
