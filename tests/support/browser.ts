import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright";
import { expect, onTestFailed, onTestFinished } from "vitest";
import { type BrowserOptions, sharedBrowser } from "./chromium.ts";
import { isLoopback } from "./loopback.ts";
import { setUp } from "./setUp.ts";

/** The two ways in which every journey must work. */
export const scriptModes = [
  { name: "without script", javaScriptEnabled: false },
  { name: "with script", javaScriptEnabled: true },
] as const;

const narrow = { width: 360, height: 740 };
const wide = { width: 1280, height: 800 };

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /**
   * The browser's complaints: errors on the console, uncaught exceptions, Content-Security-Policy violations,
   * and requests to other machines. A test fails on them.
   */
  complaints: string[];
  close(): Promise<void>;
}

export interface VisitorOptions {
  javaScriptEnabled?: boolean;
  phone?: boolean;
  colorScheme?: "light" | "dark";
  /** A `Cookie` header: the signed-in user. */
  cookie?: string;
  /** Complaints that are part of the test. */
  expects?: RegExp;
}

/**
 * The browser of the test files, on a site. `newVisitor` opens a separate profile in it, whose complaints
 * are kept.
 */
export function setUpBrowser(site: { url: string }, options?: BrowserOptions) {
  const running = setUp(async () => ({ browser: await sharedBrowser(options) }));
  return {
    running,
    newVisitor: (visitor: VisitorOptions = {}) => newVisitor(running.browser, site.url, visitor),
  };
}

async function newVisitor(browser: Browser, baseURL: string, options: VisitorOptions): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: options.javaScriptEnabled ?? true,
    viewport: options.phone ? narrow : wide,
    hasTouch: options.phone ?? false,
    colorScheme: options.colorScheme ?? "light",
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Africa/Nairobi",
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  onTestFailed(async () => {
    const shown = await page
      .locator("body")
      .textContent()
      .catch(() => "(closed)");
    console.log(`The page was ${page.url()}:\n${(shown ?? "").slice(0, 3000)}`);
    await context.close();
  });
  const complaints = listen(context, options.expects);
  const visitor = { page, context, complaints, close: () => context.close() };
  if (options.cookie) await putCookies(visitor, options.cookie, baseURL);
  return visitor;
}

/** Records errors on a visitor's pages, apart from those the test expects; any of them fails the test. */
function listen(context: BrowserContext, expected?: RegExp): string[] {
  const complaints: string[] = [];
  const complain = (complaint: string) => {
    if (!expected?.test(complaint)) complaints.push(complaint);
  };
  context.on("weberror", (error) => complain(`uncaught: ${error.error().message}`));
  context.on("console", (message) => {
    // A refused form returns 400 on purpose, which Chromium logs as an error.
    const isRefusal = /the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() === "error" && !isRefusal) complain(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(http|ws)/.test(protocol) && !isLoopback(hostname)) complain(`it asked for ${request.url()}`);
  });
  onTestFinished(() => expect(complaints.join("\n"), "what the browser complained about").toBe(""));
  return complaints;
}

/**
 * Sets the browser's text size in pixels, as in its settings (16 is usual); returns whether it took effect.
 */
export async function setTextSize(page: Page, size: number): Promise<string[]> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Page.setFontSizes", {
    fontSizes: { standard: size, fixed: Math.round(size * 0.8) },
  });
  await devTools.detach();
  const shown = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  return shown === `${size}px` ? [] : [`text of ${shown}`];
}

/** Sets the window to the width of a phone, or of a desktop. */
export const setWidth = (page: Page, width: "narrow" | "wide") =>
  page.setViewportSize(width === "wide" ? wide : narrow);

/**
 * The time limit of a sweep of so many pages, in ms: with other tests running, each page waits for its turn.
 */
export const timeoutFor = (pages: readonly string[]) => 60_000 + pages.length * 12_000;

/**
 * Waits until React has hydrated a loaded page: before that, a click is a plain page load. React marks each
 * hydrated element. A page without its script, or without any, is ready when it has loaded.
 */
export async function hydrated(page: Page): Promise<void> {
  const isHydrating = () => matchMedia("(scripting: enabled)").matches && "__reactRouterContext" in window;
  if (!(await page.evaluate(isHydrating))) return;
  await page.waitForFunction(() =>
    Object.keys(document.documentElement).some((key) => key.startsWith("__reactProps$")),
  );
  // Effects run after the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Waits until the page has loaded: before its stylesheet arrives, elements are found in the wrong place. */
export async function styled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
}

/** Waits until the page has made no request for half a second. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
}

const allRules: axe.RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

/** The rules on colours: what another colour scheme can break. */
const colourRules: axe.RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/**
 * The findings of axe on the current page, by WCAG 2.2 AA, one line each. On a page without script too: only
 * DevTools run script in it, so nothing is filled in or hydrated.
 */
export const accessibilityProblems = (page: Page) => axeProblems(page, allRules);

/** The same in a dark scheme, for a page that was looked at in the light one: its colours alone. */
export async function darkProblems(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  return (await axeProblems(page, colourRules)).map((problem) => `in the dark, ${problem}`);
}

/**
 * Minified axe, which every page loads. It converts a colour each time that it meets it; here it caches them.
 */
const axeSource = `${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")};
{
  const colour = axe.commons.color.Color.prototype;
  const { parseString } = colour;
  const known = new Map();
  colour.parseString = function (text) {
    const parts = known.get(text);
    if (parts) return Object.assign(this, parts);
    parseString.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
}`;

async function axeProblems(page: Page, rules: axe.RunOnly): Promise<string[]> {
  await styled(page);
  await page.evaluate(() => {
    // Colours in transition to the other scheme are not design colours.
    for (const animation of document.getAnimations()) {
      const isEndless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      if (isEndless) animation.cancel();
      else animation.finish();
    }
    if (matchMedia("(scripting: enabled)").matches) return;
    // axe waits by timers, which never fire with script off.
    window.setTimeout = ((run: () => void) => {
      void Promise.resolve().then(run);
      return 0;
    }) as typeof window.setTimeout;
    // axe always treats a `noscript` as hidden.
    for (const hidden of document.body.querySelectorAll("noscript")) {
      const shown = document.createElement("div");
      shown.style.display = "contents";
      shown.append(...hidden.childNodes);
      hidden.replaceWith(shown);
    }
  });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      runOnly,
      resultTypes: ["violations"],
      // It would fetch each stylesheet and recording again, for orientation styles and autoplaying media.
      preload: false,
    });
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(" ")).join(", ")})`,
    );
  }, rules);
}

export async function expectAccessible(page: Page): Promise<void> {
  expect((await accessibilityProblems(page)).join("\n"), page.url()).toBe("");
}

const worn = new WeakMap<BrowserContext, string>();

/**
 * Replaces everything that this profile remembers by a `Cookie` header, unless that is what it was given last.
 * The page is left before: its script would continue signed out.
 */
export async function putCookies(
  { context, page }: Pick<Visitor, "context" | "page">,
  header: string,
  origin: string,
): Promise<void> {
  if (worn.get(context) === header) return;
  worn.set(context, header);
  await page.goto("about:blank");
  await context.clearCookies();
  const pairs = header.split("; ").filter(Boolean);
  await context.addCookies(
    pairs.map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url: origin };
    }),
  );
}

/** Whether the page scrolls sideways: something on it is wider than the window. */
export async function overflowProblems(page: Page): Promise<string[]> {
  await styled(page);
  const { scrolls, width } = await page.evaluate(() => ({
    scrolls: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  return scrolls > width ? [`${scrolls} px wide in a window of ${width} px`] : [];
}

/** Whether a page fits its window and is accessible, in light and in dark mode; it stays in dark. */
export async function layoutProblems(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const inLight = [...(await overflowProblems(page)), ...(await accessibilityProblems(page))];
  return [...inLight, ...(await darkProblems(page))];
}

export async function expectFitsWindow(page: Page): Promise<void> {
  expect(await overflowProblems(page), page.url()).toEqual([]);
}

/** Elements that cannot be tapped in their middle because something covers them, and overlaps in a bar. */
export async function crowdingProblems(page: Page): Promise<string[]> {
  await styled(page);
  return page.evaluate(() => {
    const nameOf = (element: Element) => element.outerHTML.slice(0, 100);
    const overlap = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const problems: string[] = [];
    for (const bar of document.querySelectorAll(".top-bar, .staff-bar > div, .site-head > div")) {
      const pieces = [...bar.children].filter((piece) => piece.checkVisibility());
      for (const [index, piece] of pieces.entries()) {
        const box = piece.getBoundingClientRect();
        const covered = pieces.slice(index + 1).find((other) => overlap(box, other.getBoundingClientRect()));
        if (covered) problems.push(`${nameOf(piece)} and ${nameOf(covered)} overlap`);
      }
    }
    const controls = "a[href], button, input, select, textarea, summary";
    for (const control of document.querySelectorAll(controls)) {
      if (control.closest("[inert], .skip-link") || !control.checkVisibility({ visibilityProperty: true }))
        continue;
      control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = control.getClientRects()[0];
      if (!box || box.width < 2) continue;
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!hit || !(control.contains(hit) || hit.closest("label")?.control === control))
        problems.push(`${nameOf(control)} is under ${hit ? nameOf(hit) : "the edge of the window"}`);
    }
    return problems;
  });
}
