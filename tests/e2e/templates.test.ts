import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { demoLogins } from "#app/db/demo/load.server.ts";
import { expectAccessible, launchBrowser, newVisitor, settled, useCookies } from "#tests/support/browser.ts";
import { type Caller, callerOf } from "#tests/support/caller.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import { eventually, removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";
import { connectWhatsapp } from "#tests/support/tour.ts";

let server: TestServer;
let browser: Browser;
let cookie: string;
let call: Caller;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  cookie = await sessionCookie(server.url, demoLogins.individual, demoLogins.password);
  call = callerOf(server.url, cookie);
  await connectWhatsapp(call);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const submit = (name: string) =>
  call("POST /templates", {
    name,
    category: "UTILITY",
    language: "en",
    body: "Your order is ready. Collect it until six o'clock.",
    footer: "",
    buttons: [],
    samples: [],
  });

it("a template's approval shows by itself, in the list and on its own page", async () => {
  const { id } = await submit("order_ready");
  const visitor = await newVisitor(browser, { baseURL: server.url });
  await useCookies(visitor, cookie, server.url);
  const { page, complaints, close } = visitor;
  await page.goto(`/templates/${id}`);
  const dialog = page.getByRole("dialog");
  expect(await dialog.textContent()).toMatch(/Submitting|Pending/);
  await dialog.getByText("Approved").waitFor();
  await page
    .getByRole("row", { name: /order_ready/, includeHidden: true })
    .getByText("Approved")
    .waitFor();
  await settled(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.clock.install();
  await page.clock.runFor(20_000);
  expect(asked).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it("without script the page says how the newest state is seen, as long as there is one to come", async () => {
  const { id } = await submit("order_late");
  const visitor = await newVisitor(browser, { baseURL: server.url, javaScriptEnabled: false, phone: true });
  await useCookies(visitor, cookie, server.url);
  const { page, close } = visitor;
  const hint = page.locator("main noscript", { hasText: "Reload this page" });
  await page.goto("/templates");
  expect(await hint.count()).toBe(1);
  await expectAccessible(page);
  await eventually("the approval", async () => {
    const { template } = await call("GET /templates/:templateId", { templateId: id });
    return template.status === "APPROVED";
  });
  await page.reload();
  expect(await hint.count()).toBe(0);
  await close();
});
