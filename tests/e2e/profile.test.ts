import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoLogins } from "#app/db/demo/load.server.ts";
import {
  expectAccessible,
  launchBrowser,
  newVisitor,
  scriptModes,
  settled,
  useCookies,
} from "#tests/support/browser.ts";
import { callerOf } from "#tests/support/caller.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import { removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";
import { codeFor, join, newPerson } from "./steps.ts";

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

describe("an agent", () => {
  it("reads the business name on the profile, and is refused a new API key when the page opens", async () => {
    const email = `${Date.now()}@duka.test`;
    const owner = await sessionCookie(server.url, demoLogins.individual, demoLogins.password);
    await callerOf(server.url, owner)("POST /invitations", { email, role: "agent" });
    const source = await server.mailTo(email, (mail) => mail.includes("/invitation?"));
    const text = source.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
    const token = /invitation\?token=([\w-]+)/.exec(text)![1]!;
    const newcomer = { firstName: "Otieno", lastName: "Okoth", password: "kahawa-na-mandazi-7" };
    await callerOf(server.url, "")("POST /invitation/accept", { token, newcomer });
    const visitor = await newVisitor(browser, { baseURL: server.url, javaScriptEnabled: false });
    const { page, close } = visitor;
    await useCookies(visitor, await sessionCookie(server.url, email, newcomer.password), server.url);
    await page.goto("/profile?edit=1");
    expect(await page.getByLabel("Business name").getAttribute("readonly")).not.toBeNull();
    await page.getByLabel("Last name").fill("Ochieng");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.waitForURL("**/profile");
    expect(await page.locator("main").textContent()).toContain("Otieno Ochieng");
    expect((await page.goto("/developers/regenerate"))?.status()).toBe(403);
    expect(await page.getByRole("button", { name: "Regenerate key" }).count()).toBe(0);
    await close();
  });
});

describe.each(scriptModes)("the profile, $name", ({ javaScriptEnabled }) => {
  it("takes another name at once, and another email with the password and a code", async () => {
    const visitor = await newVisitor(browser, { baseURL: server.url, javaScriptEnabled, phone: true });
    const { page, complaints, close } = visitor;
    const person = await join(page, server);
    const other = newPerson();
    const edit = async () => {
      await page.goto("/profile?edit=1");
      if (javaScriptEnabled) await settled(page);
    };
    await edit();
    await page.getByLabel("First name").fill("Neema");
    await page.getByLabel(/^Email/).fill(other.email);
    await page.getByRole("button", { name: "Save Changes" }).click();
    const error = page.locator("main .error");
    await error.waitFor();
    expect(await error.textContent()).toBe("Enter your current password to change the email");
    expect(await page.getByLabel(/^Email/).inputValue()).toBe(other.email);
    await expectAccessible(page);
    await page.getByLabel("Current password").fill(person.password);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.waitForURL("**/profile/email");
    expect(await page.locator("main").textContent()).toContain(other.email);
    if (javaScriptEnabled) await settled(page);
    await expectAccessible(page);
    await page.getByLabel("Verification code").fill("12");
    await page.getByRole("button", { name: "Change the email" }).click();
    await error.waitFor();
    expect(await error.textContent()).toBe("Please enter the complete 6-digit OTP code");
    await page.getByLabel("Verification code").fill(await codeFor(server, other.email));
    await page.getByRole("button", { name: "Change the email" }).click();
    await page.waitForURL("**/profile");
    const shown = page.locator("main");
    await shown.getByText(other.email).first().waitFor();
    expect(await shown.textContent()).toContain("Neema Mwangi");
    expect(complaints).toEqual([]);
    await close();
  });
});
