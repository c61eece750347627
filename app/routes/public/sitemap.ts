import { offeredLocales } from "#app/platform/locale/locale.ts";
import { addressIn, translatedPages } from "#app/platform/locale/localeAddress.ts";
import { platformContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/sitemap";

/** The public pages in every language, each with its addresses in the others. */
export function loader({ context }: Route.LoaderArgs) {
  const { appUrl } = context.get(platformContext).config;
  const urls = translatedPages.flatMap((page) => {
    const addresses = offeredLocales.map((locale) => ({ locale, at: `${appUrl}${addressIn(locale, page)}` }));
    const links = [...addresses, { locale: "x-default", at: `${appUrl}${page}` }].map(
      ({ locale, at }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${at}"/>`,
    );
    return addresses.map(({ at }) => `<url><loc>${at}</loc>${links.join("")}</url>`);
  });
  const names =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${names}>\n${urls.join("\n")}\n</urlset>\n`,
    {
      headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=86400" },
    },
  );
}
