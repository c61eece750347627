import { describe, expect, it } from "vitest";
import { demoLogins } from "#app/demo/load.server.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";
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
  it("a member snoozes a conversation, finds it among the snoozed, changes its time and ends it", async () => {
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled });
    await signIn(page, { email: demoLogins.individual, password: demoLogins.password });
    await page.waitForURL("**/dashboard");
    await page.goto("/chat?queue=all");
    const list = page.getByRole("navigation", { name: "Conversations" });
    await list.getByRole("link").first().click();
    await page.waitForURL(/\/chat\/cnv_/);
    const { pathname } = new URL(page.url());
    const row = list.locator(`a[href^="${pathname}"]`);
    const log = page.getByRole("log");

    await page.getByRole("link", { name: "Snooze conversation" }).click();
    await page.waitForURL(`**${pathname}/snooze*`);
    await expectFitsWindow(page);
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByLabel("Another date and time").fill("2020-01-01T08:00");
    await page.getByRole("button", { name: "Snooze", exact: true }).click();
    await page.getByRole("alert").getByText("Choose a time in the future.").waitFor();
    expect(await page.getByLabel("Another date and time").inputValue()).toBe("2020-01-01T08:00");
    await page.getByRole("button", { name: /^Tomorrow/ }).click();
    await page.waitForURL("**/chat?queue=all");
    await page.getByText(/Snoozed until \w+ 08:00\./).waitFor();
    expect(await row.count()).toBe(0);

    await page.goto("/chat?queue=snoozed");
    expect(await row.textContent()).toMatch(/Until \w+ 08:00/);
    await row.click();
    await page.waitForURL(`**${pathname}?queue=snoozed`);
    await expect.poll(() => log.textContent()).toMatch(/You snoozed this until \w+ 08:00/);
    await expectFitsWindow(page);
    if (javaScriptEnabled) await expectAccessible(page);

    await page.getByRole("link", { name: "Change time" }).first().click();
    await page.waitForURL(`**${pathname}/snooze*`);
    const [year, month] = toNairobiInput(new Date()).split("-").map(Number) as [number, number];
    const day = new Date(Date.UTC(year, month + 2, 1)).toISOString().slice(0, 10);
    const shownYear = day.startsWith(`${year}-`) ? "" : ` ${day.slice(0, 4)}`;
    await page.getByLabel("Another date and time").fill(`${day}T09:30`);
    await page.getByRole("button", { name: "Snooze", exact: true }).click();
    await page.getByText(new RegExp(`Snoozed until 1 \\w+${shownYear}, 09:30`)).waitFor();

    await page.goto(pathname);
    await page.getByRole("button", { name: "End snooze" }).first().click();
    await page.getByRole("link", { name: "Snooze conversation" }).waitFor();
    await expect.poll(() => log.textContent()).toContain("You ended the snooze");
    await page.goto("/chat?queue=all");
    await row.waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it("several are snoozed at once", async () => {
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled });
    await signIn(page, { email: demoLogins.individual, password: demoLogins.password });
    await page.waitForURL("**/dashboard");
    await page.goto("/chat/bulk?queue=snoozed");
    await expectFitsWindow(page);
    await page.getByLabel("Snooze until").selectOption({ index: 0 });
    await page.getByRole("button", { name: "Snooze selected" }).click();
    await page.getByText(/^\d+ conversations snoozed until/).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

it("the key s opens the snooze of the open conversation", async () => {
  const { page, complaints, close } = await newVisitor();
  await signIn(page, { email: demoLogins.individual, password: demoLogins.password });
  await page.waitForURL("**/dashboard");
  await page.goto("/chat?queue=all");
  await page.getByRole("navigation", { name: "Conversations" }).getByRole("link").first().click();
  await page.waitForURL(/\/chat\/cnv_/);
  await hydrated(page);
  await page.keyboard.press("s");
  await page.waitForURL(/\/chat\/cnv_\w+\/snooze/);
  expect(complaints).toEqual([]);
  await close();
});
