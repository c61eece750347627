import type { Page } from "playwright";
import type { Locale } from "#app/platform/locale/locale.ts";
import { localeOfAddress } from "#app/platform/locale/localeAddress.ts";

/** The `Cookie` header of a visitor who chose a language. */
export const inLanguage = (locale: Locale, cookies: string): string =>
  [cookies, `tarishi_language=${locale}`].filter(Boolean).join("; ");

/**
 * Whether a page at `path` (which may name its language) is in a language, and its texts fit: no button,
 * badge or heading is cut off or outside the window.
 */
export async function languageProblems(page: Page, path: string, locale: Locale): Promise<string[]> {
  const lang = await page.locator("html").getAttribute("lang");
  const wanted = localeOfAddress(path) ?? locale;
  const clipped = await page.evaluate(() =>
    [...document.querySelectorAll(".button, .badge, th, label, legend, h1, h2, h3")]
      .filter((piece) => piece.checkVisibility() && !piece.closest(".sr-only, [inert], .table-scroll"))
      .filter((piece) => {
        const { left, right, width } = piece.getBoundingClientRect();
        const { display, overflowX, textOverflow } = getComputedStyle(piece);
        const mayBeLonger = display === "inline" || overflowX === "auto" || textOverflow === "ellipsis";
        const holds = mayBeLonger || piece.scrollWidth <= piece.clientWidth + 2;
        return width > 1 && (!holds || left < -4 || right > innerWidth + 4);
      })
      .map((piece) => `“${piece.textContent?.trim().slice(0, 60)}” does not fit`),
  );
  return lang === wanted ? clipped : [`says that it is in “${lang}”, not in “${wanted}”`, ...clipped];
}
