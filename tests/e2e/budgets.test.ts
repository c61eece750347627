import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoLogins } from "#app/db/demo/load.server.ts";
import { coldVisit, sessionCookie, type Weight } from "#tests/support/pageWeight.ts";
import { allPaths } from "#tests/support/routeTable.ts";
import { removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";

/** Design section 10, in bytes as they travel, brotli, nothing cached. */
const publicPageBytes = 14_600;
const workspacePageBytes = 30 * 1024;
const workspaceScriptBytes = 130 * 1024;
/** Screens whose script is over the budget: the ceilings keep them from growing, and may only come down. */
const overBudget: Record<string, number> = {
  "/billing": 131 * 1024,
  "/messaging": 132 * 1024,
  "/templates": 132 * 1024,
  "/templates/new": 145 * 1024,
};

/** Routes that answer with a file, an event stream, a form alone, or another place. */
const notPages = /\*|:|\/(events|export)$|^\/(logout|navigation|login\/code|embedded-callback)$/;
const ofStaff = /^\/admin\b/;
const ofVisitors =
  /^\/(privacy|privacy-policy|terms|terms-of-service|login|signin|signup|verify-otp|forgot-password|reset-password)?$/;
const pages = allPaths.filter((path) => !notPages.test(path));

let server: TestServer;
let member = "";
let staff = "";
beforeAll(async () => {
  server = await startServer();
  member = await sessionCookie(server.url, demoLogins.individual, demoLogins.password);
  staff = await sessionCookie(server.url, demoLogins.admin, demoLogins.password);
});
afterAll(async () => {
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

async function visit(path: string, headers: Record<string, string> = {}): Promise<Weight> {
  const cookie = ofVisitors.test(path) ? "" : ofStaff.test(path) ? staff : member;
  const { html: _, policy: __, ...weight } = await coldVisit(server.url, path, { cookie, ...headers });
  console.log(JSON.stringify(weight));
  return weight;
}

describe("what a first visit costs", () => {
  it.each(pages.filter((path) => ofVisitors.test(path)))(
    "%s, open to anybody, is a page and a stylesheet that fit into the first packets",
    async (path) => {
      const { htmlBytes, cssBytes, scriptBytes, requests } = await visit(path);
      expect(htmlBytes + cssBytes).toBeLessThanOrEqual(publicPageBytes);
      expect(requests).toBeLessThanOrEqual(2);
      expect(scriptBytes).toBe(0);
    },
  );

  it.each(pages.filter((path) => !ofVisitors.test(path)))(
    "%s, behind the sign-in, keeps to the weight of a workspace page, and its script never blocks",
    async (path) => {
      const { htmlBytes, cssBytes, scriptBytes, blockingScripts } = await visit(path);
      expect(htmlBytes + cssBytes).toBeLessThanOrEqual(workspacePageBytes);
      expect(scriptBytes).toBeLessThanOrEqual(overBudget[path] ?? workspaceScriptBytes);
      expect(blockingScripts).toBe(0);
    },
  );

  it.each(pages)("%s has no script at all for a browser that asks to save data", async (path) => {
    const cookie = ofVisitors.test(path) ? "" : ofStaff.test(path) ? staff : member;
    const { html, policy } = await coldVisit(server.url, path, { cookie, "save-data": "on" });
    expect(html).not.toMatch(/<script|rel="modulepreload"/);
    expect(policy).toContain("script-src 'none'");
  });
});
