import { describe, expect, it } from "vitest";
import { demoLogins } from "#app/demo/load.server.ts";
import {
  expectAccessible,
  expectFitsWindow,
  hydrated,
  scriptModes,
  setUpBrowser,
} from "#tests/support/browser.ts";
import { setUpServer } from "#tests/support/server.ts";
import { signIn } from "./steps.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);

describe.each(scriptModes)("$name", ({ javaScriptEnabled }) => {
  it("a member takes a waiting conversation, adds notes and labels, closes it and finds it among the closed", async () => {
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled });
    await signIn(page, { email: demoLogins.individual, password: demoLogins.password });
    await page.waitForURL("**/dashboard");
    await page.goto("/chat?state=waiting");
    const list = page.getByRole("navigation", { name: "Conversations" });
    const label = javaScriptEnabled ? "with script" : "without script";
    // Each run takes another one: the demo has two waiting.
    await list.getByRole("link").first().click();
    await page.waitForURL(/\/chat\/cnv_/);
    const { pathname } = new URL(page.url());

    await page.goto(`${pathname}/details`);
    const panel = page.getByRole("region", { name: "Details" });
    await expectFitsWindow(page);
    if (javaScriptEnabled) await expectAccessible(page);
    await panel.getByLabel("Add label").first().fill(`Tried, wrong, ${label}`);
    await panel.getByRole("button", { name: "Add label" }).click();
    await page.waitForURL(`**${pathname}`);

    await page.goto(`${pathname}/details`);
    await panel.getByRole("button", { name: "Remove label wrong" }).click();
    await page.waitForURL(`**${pathname}`);

    await page.goto(`${pathname}/details`);
    expect(await panel.getByRole("button", { name: /^Remove label/ }).count()).toBe(2);
    await panel.locator("#owner > summary").click();
    await panel.getByRole("button", { name: /^Halima Noor/ }).click();
    await page.waitForURL(`**${pathname}`);

    await page.goto(`${pathname}/details`);
    await panel.getByText("Add note").first().click();
    await panel.getByLabel("Internal note").fill("@Halima please call them");
    await panel.getByRole("button", { name: "Add note" }).click();
    await page.waitForURL(`**${pathname}`);
    await expect.poll(() => page.getByRole("log").textContent()).toContain("@Halima please call them");

    await page.goto(`${pathname}/details`);
    await panel.getByRole("button", { name: "Close", exact: true }).click();
    await page.waitForURL("**/chat");
    await page.goto(`/chat?queue=closed&label=${encodeURIComponent(label)}`);
    expect(await list.getByRole("listitem").count()).toBe(1);
    expect(await list.textContent()).toContain("Halima");
    expect(complaints).toEqual([]);
    await close();
  });
});

it("keyboard shortcuts move through the list, close, search and show their help", async () => {
  const { page, complaints, close } = await newVisitor();
  await signIn(page, { email: demoLogins.individual, password: demoLogins.password });
  await page.waitForURL("**/dashboard");
  await page.goto("/chat?queue=all");
  const current = page.locator("nav[aria-label=Conversations] a[aria-current=page]");
  await page.getByRole("navigation", { name: "Conversations" }).getByRole("link").first().waitFor();
  await hydrated(page);
  await page.keyboard.press("j");
  await page.waitForURL(/\/chat\/cnv_/);
  await current.waitFor();
  const first = await current.getAttribute("href");
  await page.keyboard.press("j");
  await expect.poll(() => current.getAttribute("href")).not.toBe(first);
  await page.keyboard.press("k");
  await expect.poll(() => current.getAttribute("href")).toBe(first);
  await page.keyboard.press("a");
  await page.getByRole("button", { name: /^Halima Noor/ }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.parentElement?.id)).toBe("owner");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.waitForURL("**/chat/keys");
  expect(complaints).toEqual([]);
  await close();
});
