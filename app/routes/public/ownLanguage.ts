import { type MetaDescriptor, useLocation } from "react-router";
import type { Locale } from "#app/platform/locale/locale.ts";
import { offeredLocales } from "#app/platform/locale/locale.ts";
import { addressIn, localeOfAddress } from "#app/platform/locale/localeAddress.ts";

/** Links from a page whose address has a language to others in the same one. */
export function useOwnLanguage(): (page: string) => string {
  const locale = localeOfAddress(useLocation().pathname);
  return (page) => (locale && addressIn(locale, page)) || page;
}

/** Declares this page's address, and its addresses in other languages, to search engines. */
export function languageLinks(rootData: unknown, page: string): MetaDescriptor[] {
  const root = rootData as { appUrl: string; locale: Locale } | undefined;
  if (!root || offeredLocales.length < 2) return [];
  const at = (locale: Locale) => `${root.appUrl}${addressIn(locale, page)}`;
  const alternate = (hrefLang: string, locale: Locale) => ({
    tagName: "link" as const,
    rel: "alternate",
    hrefLang,
    href: at(locale),
  });
  return [
    { tagName: "link", rel: "canonical", href: at(root.locale) },
    ...offeredLocales.map((locale) => alternate(locale, locale)),
    alternate("x-default", "en"),
  ];
}
