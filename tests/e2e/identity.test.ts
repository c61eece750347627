import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoLogins } from "#app/db/demo/load.server.ts";
import { launchBrowser, newVisitor, scriptModes } from "#tests/support/browser.ts";
import { removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";
import { join, newPerson, signIn, signUp } from "./steps.ts";

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

describe.each(scriptModes)("$name", ({ javaScriptEnabled }) => {
  const visitor = (phone = false) => newVisitor(browser, { baseURL: server.url, javaScriptEnabled, phone });

  it("somebody signs up, confirms the address with the code from the mail, and signs in", async () => {
    const { page, complaints, close } = await visitor(true);
    await join(page, server);
    expect(complaints).toEqual([]);
    await close();
  });

  it("a wrong password keeps the address, says why, and signs nobody in", async () => {
    const { page, complaints, close } = await visitor();
    await signIn(page, { email: demoLogins.individual, password: "not-the-password" });
    await expect
      .poll(() => page.locator("main").textContent())
      .toMatch(/email or password|wrong|incorrect|invalid/i);
    expect(await page.getByLabel(/^Email/).inputValue()).toBe(demoLogins.individual);
    expect(await page.locator("input[name=password]").inputValue()).toBe("");
    await page.goto("/dashboard");
    expect(new URL(page.url()).pathname).toBe("/login");
    expect(complaints).toEqual([]);
    await close();
  });

  it("an administrator lands in the console, and nobody else gets there", async () => {
    const admin = await visitor();
    await signIn(admin.page, { email: demoLogins.admin, password: demoLogins.password });
    await admin.page.waitForURL("**/admin");
    const person = await visitor();
    await signIn(person.page, { email: demoLogins.individual, password: demoLogins.password });
    await person.page.waitForURL("**/dashboard");
    await person.page.goto("/admin");
    expect(new URL(person.page.url()).pathname).toBe("/unauthorized");
    expect([...admin.complaints, ...person.complaints]).toEqual([]);
    await Promise.all([admin.close(), person.close()]);
  });

  it("a visitor who asks for a private page comes back to it after signing in", async () => {
    const { page, complaints, close } = await visitor();
    await page.goto("/profile");
    expect(new URL(page.url()).searchParams.get("from")).toBe("/profile");
    await page.getByLabel(/^Email/).fill(demoLogins.individual);
    await page.locator("input[name=password]").fill(demoLogins.password);
    await page.getByRole("button", { name: /^Sign in$/i }).click();
    await page.waitForURL("**/profile");
    expect(complaints).toEqual([]);
    await close();
  });

  it("signing up twice with one address looks the same, and the owner gets a mail", async () => {
    const { page, close } = await visitor();
    const person = { ...newPerson(), email: demoLogins.individual };
    await signUp(page, person);
    expect(await page.locator("h1").textContent()).toMatch(/verify/i);
    await server.mailTo(demoLogins.individual, (source) => /already have/.test(source));
    await close();
  });
});
