import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { putCookies, settled, setUpBrowser, timeoutFor } from "#tests/support/browser.ts";
import type { FontSet } from "#tests/support/fonts.ts";
import { inLanes } from "#tests/support/lanes.ts";
import { type Audience, variedScreensOf } from "#tests/support/routeTable.ts";
import { setUp } from "#tests/support/setUp.ts";
import { setUpSharedTour } from "#tests/support/sharedTour.ts";
import { openSlowLine } from "#tests/support/slowLine.ts";

/**
 * The total layout shift allowed: half of what is called good (0.1). Columns of a table settle while its rows
 * arrive, and buttons next to a heading wrap when there is one too many.
 */
const mostShift = 0.05;
/** Most of the time they wait for the line. */
const mostLanes = 4;

const { server, tour } = setUpSharedTour();
const line = setUp(
  () => openSlowLine(server.url),
  ({ close }) => close(),
);
const browsers = {
  noto: setUpBrowser(line, { fonts: "noto" }),
  dejavu: setUpBrowser(line, { fonts: "dejavu" }),
};

/** A visitor on a slow line, whose pages record layout shifts. */
async function slowVisitor(phone: boolean, fonts: FontSet = "noto") {
  const visitor = await browsers[fonts].newVisitor({ phone });
  await visitor.page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        const what = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 100) : (node?.textContent ?? "something"),
        );
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, what: what.join(" and ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return visitor;
}

/** The layout shifts of the page since it began to load, one line each, when they exceed the limit. */
async function shiftsOn(page: Page): Promise<string[]> {
  await settled(page);
  const shifts = await page.evaluate(async () => {
    // Two frames: shifts of the last one have been reported then.
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    return (window as unknown as { shifts: { value: number; what: string }[] }).shifts;
  });
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return sum < mostShift ? [] : shifts.map(({ value, what }) => `${value.toFixed(4)} by ${what}`);
}

/** As users have them: Android's fonts, and those of a Linux desktop. */
const windows = [
  { name: "on a phone", phone: true, fonts: "noto" },
  { name: "on a wide screen", phone: false, fonts: "dejavu" },
] as const;

describe.each<Audience>(["visitors", "members", "staff"])("the pages for %s", (audience) => {
  it.each(windows)(
    "do not shift while they load on a slow line: $name, in $fonts",
    { timeout: timeoutFor(variedScreensOf(audience)) },
    async ({ phone, fonts }) => {
      const screens = variedScreensOf(audience);
      const lanes = Math.min(mostLanes, screens.length);
      const visitors = await Promise.all(Array.from({ length: lanes }, () => slowVisitor(phone, fonts)));
      const moved: string[] = [];
      await inLanes(screens, visitors, async (path, visitor) => {
        await putCookies(visitor, tour.cookiesOf(path), line.url);
        await visitor.page.goto(tour.addressOf(path));
        moved.push(...(await shiftsOn(visitor.page)).map((shift) => `${path}: ${shift}`));
      });
      for (const { close } of visitors) await close();
      expect(moved.join("\n")).toBe("");
    },
  );
});

it("the line is slow enough: a page is painted before its own script arrives", async () => {
  const visitor = await slowVisitor(true);
  await putCookies(visitor, tour.cookiesOf("/dashboard"), line.url);
  await visitor.page.goto("/contacts");
  await settled(visitor.page);
  await visitor.page.goto("/dashboard");
  await settled(visitor.page);
  const { painted, lastScript } = await visitor.page.evaluate(() => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const scripts = files.filter(({ name }) => name.endsWith(".js"));
    return {
      painted: paint?.startTime ?? Number.POSITIVE_INFINITY,
      lastScript: Math.max(...scripts.map(({ responseEnd }) => responseEnd)),
    };
  });
  expect(painted).toBeLessThan(lastScript);
  await visitor.close();
});

it("a late element that pushes the page down is detected", async () => {
  const { page, close } = await slowVisitor(true);
  await page.goto("/login");
  await page.evaluate(() => {
    const late = document.createElement("div");
    late.style.height = "100px";
    document.body.prepend(late);
  });
  expect(await shiftsOn(page)).not.toEqual([]);
  await close();
});
