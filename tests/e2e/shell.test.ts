import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoLogins } from "#app/db/demo/load.server.ts";
import { launchBrowser, newVisitor, scriptModes, settled, useCookies } from "#tests/support/browser.ts";
import { callerOf } from "#tests/support/caller.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import { eventually, removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";
import { connectWhatsapp } from "#tests/support/tour.ts";

let server: TestServer;
let browser: Browser;
let cookie: string;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  cookie = await sessionCookie(server.url, demoLogins.individual, demoLogins.password);
  await connectWhatsapp(callerOf(server.url, cookie));
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const member = async (options: { javaScriptEnabled?: boolean; phone?: boolean } = {}) => {
  const visitor = await newVisitor(browser, { baseURL: server.url, ...options });
  await useCookies(visitor, cookie, server.url);
  return visitor;
};

const summary = (page: Page, label: string) => page.locator(`summary[aria-label="${label}"]`);
const openMenus = (page: Page) => page.locator("details.menu[open]").count();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe.each(scriptModes)("the frame of the workspace, $name", ({ javaScriptEnabled }) => {
  it("has one menu open at a time", async () => {
    const { page, close } = await member({ javaScriptEnabled, phone: true });
    await page.goto("/dashboard");
    if (javaScriptEnabled) await settled(page);
    await summary(page, "Open the navigation").click();
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await summary(page, "Your account").click();
    await page.getByRole("link", { name: "View Profile" }).waitFor();
    expect(await openMenus(page)).toBe(1);
    await close();
  });

  it("counts a notification as read once it was opened", async () => {
    const call = callerOf(server.url, cookie);
    const { numbers } = await call("GET /whatsapp/numbers", {});
    await call("POST /sandbox/reply", {
      phone: javaScriptEnabled ? "+254700000004" : "+254700000005",
      phoneNumberId: numbers[0]!.phoneNumberId,
      text: "Habari",
    });
    await eventually(
      "the notification",
      async () => (await call("GET /notifications/unread", {})).unread === 1,
    );
    const { page, complaints, close } = await member({ javaScriptEnabled });
    await page.goto("/notifications");
    if (javaScriptEnabled) await settled(page);
    await page.getByRole("link", { name: "Notifications, 1 unread" }).waitFor();
    await page.getByRole("button", { name: "New message (unread)" }).click();
    await page.waitForURL(/\/chat\/cnv_/);
    await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

describe("the frame of the workspace, by keyboard", () => {
  it("closes a menu that the focus has left", async () => {
    const { page, close } = await member();
    await page.goto("/contacts");
    await settled(page);
    await summary(page, "Your account").focus();
    await page.keyboard.press("Enter");
    const logout = page.getByRole("button", { name: "Logout" });
    await logout.waitFor();
    for (let stops = 0; stops < 4; stops++) await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Logout");
    await page.keyboard.press("Tab");
    await logout.waitFor({ state: "hidden" });
    await close();
  });

  it("puts the focus on the new page's heading when the link that led there is gone", async () => {
    const { page, close } = await member();
    await page.goto("/dashboard");
    await settled(page);
    await summary(page, "Your account").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "View Profile" }).press("Enter");
    await expect.poll(() => focused(page)).toBe("Profile");
    await page.getByRole("link", { name: "Change Password" }).first().press("Enter");
    await expect.poll(() => focused(page)).toBe("Change Password");
    // A link that is still there keeps it.
    const contacts = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" });
    await contacts.press("Enter");
    await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor();
    expect(await contacts.evaluate((link) => link === document.activeElement)).toBe(true);
    await close();
  });
});

describe("when the connection breaks", () => {
  it("a link says so, and nothing else; a form, that what was typed is still here", async () => {
    const { page, close } = await member();
    await page.goto("/contacts/new");
    await settled(page);
    await page.route("**/*.data*", (route) => route.abort());
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Billing" });
    await link.click();
    const bar = page.getByRole("alert");
    await bar.waitFor();
    expect(await bar.locator("p").textContent()).toBe("The connection broke.");
    expect(await page.locator(".loading-bar").isVisible()).toBe(false);
    await page.getByLabel(/^Phone/).fill("0712 000 999");
    await page.locator("main form button[type=submit]").first().click();
    await expect
      .poll(() => bar.locator("p").textContent())
      .toBe("The connection broke. What you typed is still here.");
    await page.unroute("**/*.data*");
    await bar.getByRole("button", { name: "Try again" }).click();
    await page.getByText("+254712000999").first().waitFor();
    expect(await bar.count()).toBe(0);
    await close();
  });
});
