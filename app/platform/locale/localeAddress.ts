import { defaultLocale, isOffered, type Locale, offeredLocales } from "./locale.ts";

/**
 * The pages for search engines. Each has an address in every language: `/privacy-policy`,
 * `/fr/privacy-policy`.
 */
export const translatedPages = ["/", "/security", "/privacy-policy", "/terms-of-service"] as const;

/** The languages with an address prefix; the plain address follows the visitor's choice, else is English. */
export const prefixes = offeredLocales.filter((locale) => locale !== defaultLocale);

/** The language fixed by an address, whatever the visitor has chosen: `/fr/privacy-policy` → `fr`. */
export function localeOfAddress(path: string): Locale | undefined {
  const first = path.split(/[/?#]/, 2)[1];
  return isOffered(first) && first !== defaultLocale ? first : undefined;
}

/** The address of the same page in a language; undefined when the page has one address for all. */
export function addressIn(locale: Locale, path: string): string | undefined {
  const [, pathname = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(path) ?? [];
  const own = localeOfAddress(pathname);
  const plain = (own ? pathname.slice(own.length + 1) : pathname) || "/";
  if (!translatedPages.some((page) => page === plain)) return undefined;
  const prefix = locale === defaultLocale ? "" : `/${locale}`;
  return `${prefix}${prefix && plain === "/" ? "" : plain}${rest}`;
}
