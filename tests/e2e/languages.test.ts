import { describe, expect, it } from "vitest";
import { localeNames, offeredLocales } from "#app/platform/locale.ts";
import { localeOfAddress } from "#app/platform/localeAddress.ts";
import { inLanes, overflowProblems, putCookies, setUpBrowser, timeoutFor } from "#tests/support/browser.ts";
import { screensOf } from "#tests/support/routeTable.ts";
import { setUpSharedTour } from "#tests/support/sharedTour.ts";

const { server, tour } = setUpSharedTour();
/** The wider of the two sets of fonts. */
const browser = setUpBrowser(server, { fonts: "dejavu" });

const everyScreen = [...screensOf("visitors"), ...screensOf("members"), ...screensOf("staff")];

/** Buttons, badges and headings whose words do not fit into them, or that stand outside of the window. */
const clippedWords = () =>
  [...document.querySelectorAll(".button, .badge, th, label, legend, h1, h2, h3")]
    .filter((piece) => piece.checkVisibility() && !piece.closest(".sr-only, [inert], .table-scroll"))
    .filter((piece) => {
      const { left, right, width } = piece.getBoundingClientRect();
      const { display, overflowX } = getComputedStyle(piece);
      const holds =
        display === "inline" || overflowX === "auto" || piece.scrollWidth <= piece.clientWidth + 2;
      return width > 1 && (!holds || left < -4 || right > innerWidth + 4);
    })
    .map((piece) => `“${piece.textContent?.trim().slice(0, 60)}” does not fit`);

describe.each(offeredLocales.filter((locale) => locale !== "en"))("in %s", (locale) => {
  it("every page says its language and fits a phone, without script", {
    timeout: timeoutFor(everyScreen),
  }, async () => {
    const visitors = await Promise.all(
      [0, 1].map(() => browser.newVisitor({ javaScriptEnabled: false, phone: true })),
    );
    const problems: string[] = [];
    await inLanes(everyScreen, visitors, async (path, visitor) => {
      const { page } = visitor;
      const cookies = [tour.cookiesOf(path), `tarishi_language=${locale}`].filter(Boolean);
      await putCookies(visitor, cookies.join("; "), server.url);
      await page.goto(tour.addressOf(path));
      const lang = await page.locator("html").getAttribute("lang");
      const found = [...(await overflowProblems(page)), ...(await page.evaluate(clippedWords))];
      // An address with a language says its own.
      const wanted = localeOfAddress(path) ?? locale;
      if (lang !== wanted) found.push(`says that it is in “${lang}”, not in ${localeNames[wanted]}`);
      problems.push(...found.map((problem) => `${path}: ${problem}`));
    });
    for (const { close } of visitors) await close();
    expect(problems).toEqual([]);
  });
});
