import { describe, expect, it } from "vitest";
import { demoLogins } from "#app/demo/load.server.ts";
import {
  accessibilityProblems,
  hydrated,
  scriptModes,
  setUpBrowser,
  styled,
} from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { setUpServer } from "#tests/support/server.ts";
import { join, newPerson, signIn, signUp } from "./steps.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);

describe.each(scriptModes)("$name", ({ javaScriptEnabled }) => {
  const visitor = (phone = false) => newVisitor({ javaScriptEnabled, phone });

  it("a user signs up, confirms the address with the emailed code, and signs in", async () => {
    const { page, complaints, close } = await visitor(true);
    await join(page, server);
    expect(complaints).toEqual([]);
    await close();
  });

  it("a wrong password keeps the address, shows the error, and signs no one in", async () => {
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

  it("an administrator lands in the console, and no one else gets there", async () => {
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

  it("a visitor who requests a private page returns to it after signing in", async () => {
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

  it("signing up twice with one address looks the same, and the owner gets an email", async () => {
    const { page, close } = await visitor();
    const person = { ...newPerson(), email: demoLogins.individual };
    await signUp(page, person);
    expect(await page.locator("h1").textContent()).toMatch(/verify/i);
    await server.mailTo(demoLogins.individual, (source) => /already have/.test(source));
    await close();
  });
});

describe("navigation", () => {
  it("the full-screen loader is shown during the sign-in, and goes when the load is stopped", async () => {
    const { page, complaints, close } = await newVisitor({ phone: true });
    await page.goto("/login");
    const loader = page
      .getByRole("status")
      .filter({ hasText: "Please wait while we prepare your experience" });
    expect(await loader.count()).toBe(0);
    // A load without a response: the browser stays on the page, and no event reports it.
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

  it("a workspace page that is loading is announced in the shell", async () => {
    const { page, close } = await newVisitor({ cookie: member.cookie });
    await page.goto("/dashboard");
    await hydrated(page);
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

  it.each(scriptModes)("success is shown in a toast, top right, $name", async ({ javaScriptEnabled }) => {
    const { page, close } = await newVisitor({ javaScriptEnabled });
    await signIn(page, { email: demoLogins.individual, password: demoLogins.password });
    const toast = page.locator(".toast");
    await toast.waitFor();
    await styled(page);
    expect(await toast.textContent()).toContain("Login successful!");
    const { x, y } = (await toast.boundingBox())!;
    const window = page.viewportSize()!;
    expect(x).toBeGreaterThan(window.width / 2);
    expect(y).toBeLessThan(window.height / 8);
    await close();
  });

  it("without script there is no loader or indicator", async () => {
    const { page, close } = await newVisitor({ javaScriptEnabled: false, cookie: member.cookie });
    for (const path of ["/login", "/dashboard"]) {
      await page.goto(path);
      expect(await page.locator("main").isVisible()).toBe(true);
      expect(await page.getByText("Please wait while we prepare your experience").isVisible()).toBe(false);
      expect(await page.getByText("Loading...", { exact: true }).count()).toBe(0);
    }
    await close();
  });
});
