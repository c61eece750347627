import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { HtmlValidate } from "html-validate";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoLogins } from "#app/db/demo/load.server.ts";
import {
  accessibilityProblems,
  launchBrowser,
  newVisitor,
  overflowProblems,
  scriptModes,
  settled,
  useCookies,
} from "#tests/support/browser.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import { pagesOf } from "#tests/support/routeTable.ts";
import { freePort, removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";

const unexpected = "Something went wrong on our side. Please try again.";
const crashTexts = [
  "Something went wrong.",
  "An unexpected error occurred in the application.",
  "Reload Page",
];

/** Calls to which the API answers that something unexpected happened. */
let isBroken: (path: string) => boolean = () => false;
let api: TestServer;
let door: Server;
let web: TestServer;
let browser: Browser;
let cookie: string;

/** Passes calls on to the API, but for those that are broken. */
function openDoor(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !/^(host|connection|content-length)$/.test(name)),
    ) as Record<string, string>;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = isBroken(path)
      ? Response.json(
          { message: unexpected, code: "server.unexpected", requestId: "req-17" },
          { status: 500 },
        )
      : await fetch(`${api.url}${path}`, {
          method: request.method ?? "GET",
          headers,
          ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
        });
    response.writeHead(answer.status, {
      "content-type": answer.headers.get("content-type") ?? "text/plain",
      "set-cookie": answer.headers.getSetCookie(),
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

beforeAll(async () => {
  const port = await freePort();
  const shared = {
    SESSION_SECRET: randomBytes(24).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    APP_URL: `http://localhost:${port}`,
    PORT: String(port),
  };
  const { PORT: _, ...forApi } = shared;
  [api, browser] = await Promise.all([
    startServer({ env: { ...forApi, ROLES: "api,worker" } }),
    launchBrowser(),
  ]);
  door = await openDoor();
  web = await startServer({
    env: {
      ...forApi,
      ROLES: "web",
      API_BASE_URL: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
      DATABASE_URL: `postgresql://tarishi@/tarishi?host=${encodeURIComponent(`${api.dataDir}/run`)}`,
    },
  });
  cookie = await sessionCookie(api.url, demoLogins.individual, demoLogins.password);
});
afterAll(async () => {
  await browser?.close();
  await web?.stop();
  door?.close();
  await api?.stop();
  for (const server of [web, api]) if (server) removeDataDir(server.dataDir);
});

const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard"] });
async function mistakesIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
}

describe.each(scriptModes)("the crash screen, $name", ({ javaScriptEnabled }) => {
  it.each([{ phone: true }, { phone: false }])(
    "says what happened and leads back (%j)",
    async ({ phone }) => {
      isBroken = (path) => path.startsWith("/api/notifications/unread");
      const visitor = await newVisitor(browser, { baseURL: web.url, javaScriptEnabled, phone });
      const { page, complaints, close } = visitor;
      await useCookies(visitor, cookie, web.url);
      expect((await page.goto("/dashboard"))?.status()).toBe(500);
      if (javaScriptEnabled) await settled(page);
      const text = await page.locator("main").textContent();
      for (const part of [...crashTexts, unexpected, "req-17"]) expect(text).toContain(part);
      expect(await page.title()).toBe("Something went wrong");
      const problems = [...(await overflowProblems(page)), ...(await accessibilityProblems(page))];
      await page.emulateMedia({ colorScheme: "dark" });
      expect([...problems, ...(await accessibilityProblems(page))]).toEqual([]);
      isBroken = () => false;
      await page.getByText("Reload Page").click();
      await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
      expect(complaints.filter((complaint) => !/status of 500/.test(complaint))).toEqual([]);
      await close();
    },
  );
});

describe("when something unexpected happens behind a page", () => {
  const visit = async (path: string) => {
    const answer = await fetch(`${web.url}${path.replace(/:\w+/g, "nobodys")}`, {
      headers: { cookie },
      redirect: "manual",
    });
    return { status: answer.status, html: await answer.text() };
  };

  it("every page of the workspace says so in its frame, in the words of the crash screen", async () => {
    isBroken = (path) => !/^\/api\/(auth\/me|notifications\/unread)/.test(path);
    const crashed: string[] = [];
    for (const path of pagesOf.members) {
      const { status, html } = await visit(path);
      if (status < 500) continue;
      crashed.push(path);
      for (const part of crashTexts) expect(html, path).toContain(part);
      expect(html, path).toMatch(/<title>[^<]+<\/title>/);
      expect(html, path).toContain('aria-label="Main"');
      expect(await mistakesIn(html), path).toEqual([]);
    }
    isBroken = () => false;
    expect(crashed).toEqual(expect.arrayContaining(["/dashboard", "/contacts", "/templates"]));
  });

  it("a page around the sign-in is the crash screen, without any script", async () => {
    isBroken = (path) => path.startsWith("/api/invitation");
    const { status, html } = await visit(`/invitation?token=${"t".repeat(43)}`);
    isBroken = () => false;
    expect(status).toBe(500);
    for (const part of crashTexts) expect(html).toContain(part);
    expect(html).not.toContain("<script");
    expect(await mistakesIn(html)).toEqual([]);
  });

  it("an object that is nobody's is not there, whatever page asks for it", async () => {
    const withId = pagesOf.members.filter((path) => path.includes(":"));
    expect(withId.length).toBeGreaterThan(10);
    for (const path of withId) {
      const { status, html } = await visit(path);
      expect(status, path).toBe(404);
      expect(html, path).toContain("This is not here");
      expect(html, path).toMatch(/<title>[^<]+<\/title>/);
      expect(await mistakesIn(html), path).toEqual([]);
    }
  });
});

describe("on the way", () => {
  it("the full-screen loader waits with the visitor for the sign-in, and goes when the load is stopped", async () => {
    const { page, complaints, close } = await newVisitor(browser, { baseURL: web.url, phone: true });
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
    const visitor = await newVisitor(browser, { baseURL: web.url });
    const { page, close } = visitor;
    await useCookies(visitor, cookie, web.url);
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

  it("without script there is neither", async () => {
    const visitor = await newVisitor(browser, { baseURL: web.url, javaScriptEnabled: false });
    await useCookies(visitor, cookie, web.url);
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
