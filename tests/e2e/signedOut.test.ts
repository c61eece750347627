import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { demoLogins } from "#app/demo/load.server.ts";
import { scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { setUpServer } from "#tests/support/server.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);

async function signIn(page: Page): Promise<void> {
  await page.getByLabel(/^Email/).fill(demoLogins.individual);
  await page.locator("input[name=password]").fill(demoLogins.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

describe.each(scriptModes)("a form that is sent after the session ended, $name", ({ javaScriptEnabled }) => {
  it("is shown with everything typed after the new sign-in, and is sent when confirmed", async () => {
    const { page, context, close } = await newVisitor({ javaScriptEnabled });
    await page.goto("/login?from=/contacts/new");
    await signIn(page);
    await page.waitForURL(/\/contacts\/new$/);
    const name = `Typed ${javaScriptEnabled ? "with" : "without"} script`;
    const phone = javaScriptEnabled ? "+254712000871" : "+254712000872";
    await page.locator("input[name=name]").fill(name);
    await page.locator("input[name=phone]").fill(phone);
    await context.clearCookies({ name: "tarishi_session" });
    await page.locator("input[name=phone]").press("Enter");
    await page.waitForURL(/\/login\?from=%2Fcontacts%2Fnew$/);
    await signIn(page);
    await page.waitForURL(/\/contacts\/new$/);
    expect(await page.locator("input[name=name]").inputValue()).toBe(name);
    expect(await page.locator("input[name=phone]").inputValue()).toBe(phone);
    expect(await page.locator(".summary").textContent()).toContain("You were signed out");
    await page.locator("input[name=phone]").press("Enter");
    await page.waitForURL(/\/contacts$/);
    await page.locator("main").getByText(name).first().waitFor();
    await close();
  });
});
