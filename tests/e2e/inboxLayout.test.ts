import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { demoLogins } from "#app/demo/load.server.ts";
import {
  expectAccessible,
  expectFitsWindow,
  hydrated,
  scriptModes,
  setUpBrowser,
  type VisitorOptions,
} from "#tests/support/browser.ts";
import { setUpServer } from "#tests/support/server.ts";
import { signIn } from "./steps.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);

async function enter(options: VisitorOptions) {
  const visitor = await newVisitor(options);
  await signIn(visitor.page, { email: demoLogins.individual, password: demoLogins.password });
  await visitor.page.waitForURL("**/dashboard");
  return visitor;
}

const rowsOf = (page: Page) => page.getByRole("navigation", { name: "Conversations" }).getByRole("listitem");
const openPath = /\/chat\/cnv_/;

/** How many rows are wholly in the window, and whether the page itself scrolls. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector("#conversation-list")!.getBoundingClientRect();
    const rows = [...document.querySelectorAll("#conversation-list li")];
    const seen = rows.map((row) => row.getBoundingClientRect());
    return {
      visible: seen.filter(({ top, bottom }) => top >= box.top && bottom <= Math.min(box.bottom, innerHeight))
        .length,
      scrolls: document.documentElement.scrollHeight > innerHeight,
      side: document.querySelector(".side")!.getBoundingClientRect().width,
    };
  });

describe.each(scriptModes)("the inbox, $name", ({ javaScriptEnabled }) => {
  it("fills a window of 1280 pixels: nine conversations, half of the width for the thread, and the panel", async () => {
    const { page, close } = await enter({ javaScriptEnabled });
    await page.goto("/chat?queue=all");
    await rowsOf(page).first().getByRole("link").click();
    await page.waitForURL(openPath);
    const log = page.getByRole("log");
    await log.waitFor();
    const { visible, ...frame } = await measure(page);
    expect(visible).toBeGreaterThanOrEqual(9);
    expect(frame).toEqual({ scrolls: false, side: 64 });
    expect((await log.boundingBox())!.width).toBeGreaterThanOrEqual(640);
    const panel = page.getByRole("complementary", { name: "Details" });
    await panel.getByRole("heading", { name: "Assignee" }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Chat");
    if (javaScriptEnabled) await expectAccessible(page);
    await close();
  });

  it("shows list and thread at 768 pixels, with the panel behind a link", async () => {
    const { page, close } = await enter({ javaScriptEnabled });
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto("/chat?queue=all");
    await rowsOf(page).first().getByRole("link").click();
    await page.waitForURL(openPath);
    await page.getByRole("log").waitFor();
    expect(await rowsOf(page).first().isVisible()).toBe(true);
    await page.getByRole("link", { name: "Details" }).click();
    await page.getByRole("region", { name: "Details" }).getByRole("heading", { name: "Assignee" }).waitFor();
    expect(await rowsOf(page).first().isVisible()).toBe(true);
    await expectFitsWindow(page);
    await close();
  });

  it("shows one pane at a time on a phone, with a link back, and opens and marks nothing automatically", async () => {
    const { page, close } = await enter({ javaScriptEnabled, phone: true });
    await page.goto("/chat");
    await hydrated(page);
    const unread = await rowsOf(page)
      .getByText(/unread$/)
      .count();
    expect(unread).toBeGreaterThan(0);
    await page.reload();
    await hydrated(page);
    expect(new URL(page.url()).pathname).toBe("/chat");
    expect(
      await rowsOf(page)
        .getByText(/unread$/)
        .count(),
    ).toBe(unread);
    await expectFitsWindow(page);
    await rowsOf(page).first().getByRole("link").click();
    await page.waitForURL(openPath);
    await page.getByRole("log").waitFor();
    expect(await rowsOf(page).first().isVisible()).toBe(false);
    await page.getByRole("link", { name: "All conversations" }).click();
    await rowsOf(page).first().waitFor();
    expect(await page.getByRole("log").count()).toBe(0);
    await close();
  });

  it("has its queues, filters and other pages in menus over the list, which close after use", async () => {
    const { page, close } = await enter({ javaScriptEnabled });
    await page.goto("/chat?queue=all");
    await hydrated(page);
    const top = (await rowsOf(page).first().boundingBox())!.y;
    await page.locator('summary[aria-label="Filters"]').click();
    await page.getByRole("heading", { name: "Filters" }).waitFor();
    expect((await rowsOf(page).first().boundingBox())!.y).toBe(top);
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByLabel("Status").selectOption("waiting");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.waitForURL("**/chat?*state=waiting*");
    await page.getByText(/^\d+ found$/).waitFor();
    await expect.poll(() => page.getByRole("heading", { name: "Filters" }).isVisible()).toBe(false);

    await page.locator("summary").filter({ hasText: "All" }).click();
    await page
      .getByRole("navigation", { name: "Queues" })
      .getByRole("link", { name: /^Snoozed/ })
      .click();
    await page.waitForURL("**/chat?*queue=snoozed*");
    await page.locator('summary[aria-label="More of the inbox"]').click();
    await page
      .getByRole("navigation", { name: "Inbox" })
      .getByRole("link", { name: "Canned replies" })
      .click();
    await page.waitForURL("**/chat/replies");
    await close();
  });

  it("names each reply by its message, and skips to the conversations by a link of its own", async () => {
    const { page, close } = await enter({ javaScriptEnabled });
    await page.goto("/chat?queue=all");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to conversations");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("conversation-list");
    await rowsOf(page).first().getByRole("link").click();
    await page.waitForURL(openPath);
    const replies = page.getByRole("log").getByRole("link", { name: /^Reply or react to “/ });
    await replies.first().waitFor();
    // Each quotes the message that it belongs to; a file's kind stands before its caption.
    const quotes = await replies.evaluateAll((links) =>
      links.map((link) => ({
        quoted: /“([^”…]+)/
          .exec(link.getAttribute("aria-label") ?? "")?.[1]
          ?.split(": ")
          .at(-1),
        message: link.closest("li")?.textContent ?? "",
      })),
    );
    expect(quotes.filter(({ quoted, message }) => !quoted || !message.includes(quoted))).toEqual([]);
    await close();
  });

  it("keeps the navigation as wide as it was set, here and elsewhere apart", async () => {
    const { page, close } = await enter({ javaScriptEnabled });
    const side = async () => (await page.locator(".side").boundingBox())!.width;
    expect(await side()).toBe(256);
    await page.goto("/chat?queue=all");
    expect(await side()).toBe(64);
    await page.getByRole("button", { name: "Expand navigation" }).click();
    await expect.poll(side).toBe(256);
    await page.goto("/chat?queue=all");
    expect(await side()).toBe(256);
    await close();
  });
});

it("with script, a wide window opens the customer who waits the longest, and nothing after one was marked as unread", async () => {
  const { page, close } = await enter({});
  await page.goto("/chat?queue=waiting");
  await page.waitForURL(openPath);
  const current = page.locator("#conversation-list a[aria-current=page]");
  await current.waitFor();
  const first = page.locator("#conversation-list a").first();
  expect(await current.getAttribute("href")).toBe(await first.getAttribute("href"));
  await page.goBack();
  await page.waitForURL("**/dashboard");
  await page.goForward();
  await page.waitForURL(openPath);
  await hydrated(page);
  await page.getByRole("button", { name: "Mark as unread" }).click();
  await page.getByRole("link", { name: "Open conversation" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/chat");
  await close();
});

it("without script, a wide window has the customer who waits the longest next to the list, still unread", async () => {
  const { page, close } = await enter({ javaScriptEnabled: false });
  await page.goto("/chat");
  const first = page.locator("#conversation-list a").first();
  const next = page.getByRole("link", { name: "Open conversation" });
  expect(await next.getAttribute("href")).toBe(await first.getAttribute("href"));
  await next.click();
  await page.waitForURL(openPath);
  await close();
});
