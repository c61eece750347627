import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect, onTestFailed } from "vitest";

/** The two ways in which every journey must work. */
export const scriptModes = [
  { name: "without script", javaScriptEnabled: false },
  { name: "with script", javaScriptEnabled: true },
] as const;

const narrow = { width: 360, height: 740 };
const wide = { width: 1280, height: 800 };

/** The Chromium that `npm test` found (`CHROMIUM_PATH`), silent towards the outside. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** What the browser complained about: errors on the console, uncaught exceptions, Content-Security-Policy violations. */
  complaints: string[];
  close(): Promise<void>;
}

/** A browser profile of its own, whose every complaint is kept. */
export async function newVisitor(
  browser: Browser,
  options: { baseURL: string; javaScriptEnabled?: boolean; phone?: boolean; colorScheme?: "light" | "dark" },
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: options.baseURL,
    javaScriptEnabled: options.javaScriptEnabled ?? true,
    viewport: options.phone ? narrow : wide,
    colorScheme: options.colorScheme ?? "light",
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  onTestFailed(async () => {
    const shown = await page
      .locator("body")
      .textContent()
      .catch(() => "(closed)");
    console.log(`The page was ${page.url()}:\n${(shown ?? "").slice(0, 3000)}`);
    await context.close();
  });
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    // A refused form answers 400 on purpose, and Chromium notes that as an error.
    const expected = /the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() === "error" && !expected) complaints.push(`${page.url()}: ${message.text()}`);
  });
  return { page, context, complaints, close: () => context.close() };
}

/** Waits until React has taken over the page, where script runs: before that, a click is a plain page load. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
}

/** axe on the page as it is now, by WCAG 2.2 AA. It needs script itself, so a page without gets it injected by DevTools. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours on their way to the other scheme are no colours of the design.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  );
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(" ")).join(", ")})`,
  );
  expect(found.join("\n"), page.url()).toBe("");
}

/** No sideways scrolling: nothing on the page is wider than the window. */
export async function expectFitsWindow(page: Page): Promise<void> {
  const { scrolls, width } = await page.evaluate(() => ({
    scrolls: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scrolls, `${page.url()} is wider than the window`).toBeLessThanOrEqual(width);
}
