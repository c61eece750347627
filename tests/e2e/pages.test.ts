import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoLogins } from "#app/db/demo/load.server.ts";
import {
  expectAccessible,
  expectFitsWindow,
  launchBrowser,
  newVisitor,
  settled,
  type Visitor,
} from "#tests/support/browser.ts";
import { allPaths } from "#tests/support/routeTable.ts";
import { removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";
import { signIn } from "./steps.ts";

/** Routes that answer with a file, an event stream, or another place, and not with a page. */
const notPages = /\*|:|\/(events|export)$|^\/logout$|^\/(privacy|terms|signin|whatsapp-setup)$/;
const ofStaff = /^\/admin\b/;
const ofVisitors = /^\/(login|signup|verify-otp|forgot-password|reset-password)?$/;
const pages = allPaths.filter((path) => !notPages.test(path));

let server: TestServer;
let browser: Browser;
let phone: Visitor;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await phone?.close();
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

const audiences = [
  { who: "a visitor", email: "", paths: pages.filter((path) => ofVisitors.test(path)) },
  {
    who: "a member",
    email: demoLogins.individual,
    paths: pages.filter((path) => !ofVisitors.test(path) && !ofStaff.test(path)),
  },
  { who: "an administrator", email: demoLogins.admin, paths: pages.filter((path) => ofStaff.test(path)) },
];

describe.each(audiences)("for $who", ({ email, paths }) => {
  it("every page fits a phone, is accessible in light and dark, and breaks no rule of its policy", {
    timeout: 30_000 + paths.length * 8_000,
  }, async () => {
    const problems: string[] = [];
    phone = await newVisitor(browser, { baseURL: server.url, phone: true });
    const { page, complaints } = phone;
    if (email) {
      await signIn(page, { email, password: demoLogins.password });
      await page.waitForURL(/\/(dashboard|admin)$/);
    }
    const note = (what: string) => (error: Error) =>
      problems.push(`${what}: ${error.message.slice(0, 1500)}`);
    for (const path of paths) {
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(path);
      await settled(page);
      await expectFitsWindow(page).catch(note(path));
      await expectAccessible(page).catch(note(path));
      await page.emulateMedia({ colorScheme: "dark" });
      await expectAccessible(page).catch(note(`${path} in the dark`));
    }
    await phone.close();
    expect([...problems, ...complaints].join("\n\n")).toBe("");
  });
});
