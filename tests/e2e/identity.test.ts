import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoLogins } from "#app/db/demo/load.server.ts";
import {
  accessibilityProblems,
  launchBrowser,
  newVisitor,
  scriptModes,
  settled,
  useCookies,
} from "#tests/support/browser.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
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

const demoCookie = () => sessionCookie(server.url, demoLogins.individual, demoLogins.password);

describe("on the way", () => {
  it("the full-screen loader waits with the visitor for the sign-in, and goes when the load is stopped", async () => {
    const { page, complaints, close } = await newVisitor(browser, { baseURL: server.url, phone: true });
    await page.goto("/login");
    const loader = page
      .getByRole("status")
      .filter({ hasText: "Please wait while we prepare your experience" });
    expect(await loader.count()).toBe(0);
    // A load without an answer: the browser stays on the page, and nobody tells the page.
    await page.route("**/login", (route) => route.fulfill({ status: 204 }), { times: 1 });
    await page.getByLabel(/^Email/).fill(demoLogins.individual);
    await page.locator("input[name=password]").fill(demoLogins.password);
    const button = page.locator("button[data-busy]");
    await button.click();
    await loader.waitFor();
    expect(await loader.textContent()).toContain("Tarishi...");
    expect(await button.textContent()).toBe("Signing in...");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await loader.waitFor({ state: "hidden" });
    expect(await button.textContent()).toBe("Sign in");
    await button.click();
    await page.waitForURL("**/dashboard");
    expect(complaints).toEqual([]);
    await close();
  });

  it("a page of the workspace that is asked for is announced in the shell", async () => {
    const visitor = await newVisitor(browser, { baseURL: server.url });
    const { page, close } = visitor;
    await useCookies(visitor, await demoCookie(), server.url);
    await page.goto("/dashboard");
    await settled(page);
    const sign = page.getByRole("status").filter({ hasText: /^Loading\.\.\.$/ });
    expect(await sign.count()).toBe(0);
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route("**/contacts.data*", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" }).click();
    await sign.waitFor();
    letThrough();
    await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor();
    expect(await sign.count()).toBe(0);
    await close();
  });

  it.each(scriptModes)(
    "what went well is told in a toast, top right, $name",
    async ({ javaScriptEnabled }) => {
      const { page, close } = await newVisitor(browser, { baseURL: server.url, javaScriptEnabled });
      await signIn(page, { email: demoLogins.individual, password: demoLogins.password });
      const toast = page.locator(".toast");
      await toast.waitFor();
      expect(await toast.textContent()).toContain("Login successful!");
      const { x, y } = (await toast.boundingBox())!;
      const window = page.viewportSize()!;
      expect(x).toBeGreaterThan(window.width / 2);
      expect(y).toBeLessThan(window.height / 8);
      await close();
    },
  );

  it("without script there is no loader and no sign", async () => {
    const visitor = await newVisitor(browser, { baseURL: server.url, javaScriptEnabled: false });
    await useCookies(visitor, await demoCookie(), server.url);
    for (const path of ["/login", "/dashboard"]) {
      await visitor.page.goto(path);
      expect(await visitor.page.locator("main").isVisible()).toBe(true);
      expect(await visitor.page.getByText("Please wait while we prepare your experience").isVisible()).toBe(
        false,
      );
      expect(await visitor.page.getByText("Loading...", { exact: true }).count()).toBe(0);
    }
    await visitor.close();
  });
});
