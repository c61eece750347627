import { expect, it } from "vitest";
import { demoLogins } from "#app/demo/load.server.ts";
import { hydrated, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import { screensOf } from "#tests/support/routeTable.ts";
import { setUpServer } from "#tests/support/server.ts";
import { signIn } from "./steps.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server, { keepsPages: true });

it("no cache stores a member's page or data", async () => {
  const cookie = await sessionCookie(server.url, demoLogins.individual, demoLogins.password);
  const plain = screensOf("members").filter((path) => !path.includes(":") && path !== "/logout");
  expect(plain.length).toBeGreaterThan(20);
  for (const path of plain.flatMap((path) => [path, `${path}.data`])) {
    const answer = await fetch(`${server.url}${path}`, { headers: { cookie }, redirect: "manual" });
    await answer.body?.cancel();
    expect([path, answer.headers.get("cache-control")]).toEqual([path, "no-store"]);
  }
});

it.each(scriptModes)("$name, Back shows nothing of the pages before the sign-out", async (mode) => {
  const { page, close } = await newVisitor({
    javaScriptEnabled: mode.javaScriptEnabled,
  });
  await signIn(page, { email: demoLogins.individual, password: demoLogins.password });
  await page.waitForURL("**/dashboard");
  await page.goto("/contacts");
  await page.goto("/contacts?page=1&q=Cynthia");
  expect(await page.locator("main").textContent()).toContain("Cynthia");
  await page.goto("/logout");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(/\/(signin|login)/);
  for (let steps = 0; steps < 3; steps++) {
    await page.goBack({ waitUntil: "load" });
    expect(await page.locator("body").textContent()).not.toContain("Cynthia");
  }
  await close();
});

it("without script, a form that failed on a broken connection is sent by Reload, once", async () => {
  const { page, context, close } = await newVisitor({
    javaScriptEnabled: false,
  });
  await signIn(page, { email: demoLogins.individual, password: demoLogins.password });
  await page.waitForURL("**/dashboard");
  await page.goto("/contacts/new");
  await page.getByLabel("Name").fill("Typed on a bus");
  await page.getByLabel("Phone").fill("0722 123 987");
  await context.setOffline(true);
  const failed = page.waitForEvent("requestfailed");
  await page.getByRole("button", { name: "Save", exact: false }).first().click({ noWaitAfter: true });
  await failed;
  // Reload before the browser shows its error would load the form.
  await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
  await context.setOffline(false);
  await page.reload();
  await page.goto("/contacts?q=Typed");
  expect(await page.locator("main").textContent()).toContain("1 contact found");
  await close();
});

it("with script, Back shows the page of the address also before another page's script has run", async () => {
  const { page, complaints, close } = await newVisitor({ javaScriptEnabled: true });
  await signIn(page, { email: demoLogins.individual, password: demoLogins.password });
  await page.waitForURL("**/dashboard");
  await hydrated(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" }).click();
  await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor();
  await page.route("**/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor();
  await page.evaluate(() => history.back());
  await page.waitForURL("**/dashboard");
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await hydrated(page);
  expect(await page.locator("main").textContent()).toContain("Quick Actions");
  expect(complaints).toEqual([]);
  await close();
});
