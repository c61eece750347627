import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { demoLogins } from "#app/demo/logins.ts";
import { hydrated, scriptModes, settled, setUpBrowser, type VisitorOptions } from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import { eventually, setUpServer } from "#tests/support/server.ts";
import { shopLogin } from "#tests/support/shop.ts";
import { connectWhatsapp } from "#tests/support/tour.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);
beforeAll(() => connectWhatsapp(member.call));

const open = (options: VisitorOptions = {}) => newVisitor({ ...options, cookie: member.cookie });

/**
 * A customer writes to the shop, which has no other waiting or unread messages; resolves when the bell shows
 * it.
 */
async function customerWrites(phone: string): Promise<void> {
  const { call } = member;
  const { numbers } = await call("GET /whatsapp/numbers", {});
  await call("POST /notifications/read", {});
  const { conversations } = await call("GET /conversations", { queue: "waiting" });
  for (const { id } of conversations) {
    await call("POST /conversations/:conversationId/read", { conversationId: id });
    await call("PUT /conversations/:conversationId/state", { conversationId: id, state: "open" });
  }
  await call("POST /sandbox/reply", { phone, phoneNumberId: numbers[0]!.phoneNumberId, text: "Habari" });
  await eventually(
    "the notification",
    async () => (await call("GET /notifications/unread", {})).unread === 1,
  );
}

const summary = (page: Page, label: string) => page.locator(`summary[aria-label="${label}"]`);
const openMenus = (page: Page) => page.locator("details.menu[open]").count();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe.each(scriptModes)("the frame of the workspace, $name", ({ javaScriptEnabled }) => {
  it("has one menu open at a time", async () => {
    const { page, close } = await open({ javaScriptEnabled, phone: true });
    await page.goto("/dashboard");
    await hydrated(page);
    await summary(page, "Open navigation").click();
    await page.getByRole("navigation", { name: "Workspace" }).waitFor();
    await summary(page, "Your account").click();
    await page.getByRole("link", { name: "View Profile" }).waitFor();
    expect(await openMenus(page)).toBe(1);
    await close();
  });

  it("marks a notification as read once opened, and the customer as waiting until the reply", async () => {
    await customerWrites(javaScriptEnabled ? "+254700000004" : "+254700000005");
    const { page, complaints, close } = await open({ javaScriptEnabled });
    await page.goto("/notifications");
    await hydrated(page);
    const main = page.getByRole("navigation", { name: "Main" });
    await page.getByRole("link", { name: "Notifications, 1 unread" }).waitFor();
    await main.getByRole("link", { name: "Chat, 1 waiting" }).waitFor();
    await page.getByRole("button", { name: "New message (unread)" }).click();
    await page.waitForURL(/\/chat\/cnv_/);
    await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
    await main.getByRole("link", { name: "Chat, 1 waiting" }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it("has no notification of a message that was read in the chat", async () => {
    await customerWrites(javaScriptEnabled ? "+254700000006" : "+254700000007");
    const { page, close } = await open({ javaScriptEnabled, phone: true });
    await page.goto("/chat");
    await hydrated(page);
    const list = page.getByRole("navigation", { name: "Conversations" });
    await list.getByRole("link", { name: /1 unread/ }).click();
    await page.waitForURL(/\/chat\/cnv_/);
    await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
    await summary(page, "Open navigation").click();
    const menu = page.getByRole("navigation", { name: "Workspace" });
    // Customers of the demo's campaigns may have written too.
    await menu.getByRole("link", { name: /^Chat, [1-9]\d* waiting$/ }).waitFor();
    await close();
  });
});

describe("the counts of an open page", () => {
  it("follow at once, without polling", async () => {
    const { page, close } = await open();
    const requested: string[] = [];
    const followed = page.waitForResponse((response) => response.url().endsWith("/notifications/events"));
    await page.goto("/dashboard");
    await settled(page);
    await followed;
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await customerWrites("+254700000008");
    await page.getByRole("link", { name: "Notifications, 1 unread" }).waitFor();
    const chat = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Chat, 1 waiting" });
    await chat.waitFor();
    expect(requested).toEqual([]);
    await close();
  });
});

describe("the frame of the workspace, by keyboard", () => {
  it("closes a menu that has lost the focus", async () => {
    const { page, close } = await open();
    await page.goto("/contacts");
    await hydrated(page);
    await summary(page, "Your account").focus();
    await page.keyboard.press("Enter");
    const logout = page.getByRole("button", { name: "Logout" });
    await logout.waitFor();
    for (let stops = 0; stops < 12 && (await focused(page)) !== "Logout"; stops++)
      await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Logout");
    // The languages come after it.
    for (let stops = 0; stops < 8 && (await logout.isVisible()); stops++) await page.keyboard.press("Tab");
    await logout.waitFor({ state: "hidden" });
    await close();
  });

  it("focuses the new page's heading when the link that led there is gone", async () => {
    const { page, close } = await open();
    await page.goto("/dashboard");
    await hydrated(page);
    await summary(page, "Your account").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "View Profile" }).press("Enter");
    await expect.poll(() => focused(page)).toBe("Profile");
    await page.getByRole("link", { name: "Change Password" }).first().press("Enter");
    await expect.poll(() => focused(page)).toBe("Change Password");
    // A link that still exists keeps it.
    const contacts = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" });
    await contacts.press("Enter");
    await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor();
    expect(await contacts.evaluate((link) => link === document.activeElement)).toBe(true);
    await close();
  });
});

describe("when the connection breaks", () => {
  it("a link reports it, and nothing else; a form says that nothing is lost", async () => {
    const { page, close } = await open({ expects: /net::ERR_FAILED/ });
    await page.goto("/contacts/new");
    await hydrated(page);
    await page.route("**/*.data*", (route) => route.abort());
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Billing" });
    await link.click();
    const bar = page.getByRole("alert");
    await bar.waitFor();
    expect(await bar.locator("p").textContent()).toBe("The connection was lost.");
    expect(await page.locator(".loading-bar").isVisible()).toBe(false);
    await page.getByLabel(/^Phone/).fill("0712 000 999");
    await page.locator("main form button[type=submit]").first().click();
    await expect
      .poll(() => bar.locator("p").textContent())
      .toBe("The connection was lost. Nothing you typed is lost.");
    await page.unroute("**/*.data*");
    await bar.getByRole("button", { name: "Try again" }).click();
    await page.getByText("+254 712 000 999").first().waitFor();
    expect(await bar.count()).toBe(0);
    await close();
  });
});

describe("screens of the workspace", () => {
  it("show the dashboard's four figures in full rows at every width", async () => {
    const { page, close } = await open({ javaScriptEnabled: false });
    await page.goto("/dashboard");
    for (const width of [320, 360, 600, 700, 768, 960, 1100, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const tops = await page
        .locator(".stats")
        .first()
        .locator(".stat")
        .evaluateAll((all) => all.map((stat) => (stat as HTMLElement).offsetTop));
      const rows = Object.values(Object.groupBy(tops, String)).map((row) => row?.length);
      expect(["4", "2,2"], `${width} px`).toContain(rows.join());
    }
    await close();
  });

  it("show all entries of the navigation at 800 pixels, with the parts of the current one", async () => {
    const { page, close } = await open();
    await page.setViewportSize({ width: 1280, height: 800 });
    const main = page.getByRole("navigation", { name: "Main" });
    for (const [path, current] of [
      ["/flows", "Flows"],
      ["/tasks", "Tasks"],
      ["/revenue-share", "Revenue Share"],
    ] as const) {
      await page.goto(path);
      await main.getByRole("link", { name: current, exact: true }).waitFor();
      expect(await main.locator("[aria-current]").allTextContents()).toEqual([current]);
      expect(await main.evaluate((nav) => nav.scrollHeight - nav.clientHeight), path).toBe(0);
    }
    await close();
  });

  it("show every tab of the Message Center whole on a phone", async () => {
    const { page, close } = await open({ javaScriptEnabled: false, phone: true });
    await page.goto("/messaging/broadcasts");
    const tabs = page.getByRole("navigation", { name: "Message Center" });
    for (const tab of await tabs.getByRole("link").all()) {
      const { x, width } = (await tab.boundingBox())!;
      expect(x + width, (await tab.textContent())!).toBeLessThanOrEqual(360);
    }
    await close();
  });

  it("do not break words of an actor's name where there is room", async () => {
    await member.call("POST /auth/forgot-password", { email: shopLogin.email });
    await eventually("an entry of the system", async () => {
      const { logs } = await member.call("GET /activity-logs", {});
      return logs.some(({ actor }) => actor === "The system");
    });
    const { page, close } = await open({ javaScriptEnabled: false });
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto("/activity");
    const who = page.getByRole("cell", { name: "The system", exact: true }).first();
    const lines = await who.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    await close();
  });

  it.each(scriptModes)("change a member's role from the menu of their row, $name", async (mode) => {
    const cookie = await sessionCookie(server.url, demoLogins.individual, demoLogins.password);
    const { page, close } = await newVisitor({ ...mode, phone: true, cookie });
    await page.goto("/settings/members");
    await hydrated(page);
    // Kevin is an agent of the demo organisation, until the first of these tests.
    const row = page.locator("main tbody tr", { hasText: "Kevin Mutiso" });
    const isAgent = await row.getByText("Agent", { exact: true }).isVisible();
    const [from, to] = isAgent ? ["Agent", "Admin"] : ["Admin", "Agent"];
    await row.locator("summary").click();
    expect(await row.getByRole("button", { name: `Make ${from.toLowerCase()}` }).count()).toBe(0);
    await row.getByRole("button", { name: `Make ${to.toLowerCase()}` }).click();
    await page.getByText(`Kevin Mutiso now has the role ${to.toLowerCase()}.`).waitFor();
    await row.getByText(to, { exact: true }).waitFor();
    await close();
  });

  it("name the device in the button that signs it out", async () => {
    await sessionCookie(server.url, shopLogin.email, shopLogin.password);
    const { page, close } = await open({ javaScriptEnabled: false });
    await page.goto("/settings");
    const buttons = page.locator("button[name=id][value^=ses_]");
    expect(await buttons.first().getAttribute("aria-label")).toMatch(/^Sign out of .+, since \d/);
    await close();
  });

  it("name the password whose strength is shown, when the field is empty again", async () => {
    const { page, close } = await open({ javaScriptEnabled: false });
    await page.goto("/change-password");
    await page.locator("#currentPassword").fill("not-the-one-72");
    await page.locator("#newPassword").fill("Maziwa-lala-73");
    await page.locator("#confirmPassword").fill("Maziwa-lala-73");
    await page.getByRole("button", { name: "Change Password" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.locator(".strength").textContent()).toBe(
      "Password strength: Strong This is the strength of the password you sent.",
    );
    await close();
  });
});
