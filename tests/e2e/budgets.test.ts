import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoLogins } from "#app/db/demo/load.server.ts";
import { coldVisit, sessionCookie, type Weight } from "#tests/support/pageWeight.ts";
import { pagesOf } from "#tests/support/routeTable.ts";
import { removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";

/** Design section 10, in bytes as they travel, brotli, nothing cached. */
const publicPageBytes = 14_600;
const workspacePageBytes = 30 * 1024;
const workspaceScriptBytes = 130 * 1024;

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

const cookieFor = (path: string) =>
  pagesOf.visitors.includes(path) ? "" : pagesOf.staff.includes(path) ? staff : member;

async function visit(path: string, headers: Record<string, string> = {}): Promise<Weight> {
  const cookie = cookieFor(path);
  const { html: _, policy: __, ...weight } = await coldVisit(server.url, path, { cookie, ...headers });
  console.log(JSON.stringify(weight));
  return weight;
}

describe("what a first visit costs", () => {
  it.each(pagesOf.visitors)(
    "%s, open to anybody, is a page and a stylesheet that fit into the first packets",
    async (path) => {
      const { htmlBytes, cssBytes, scriptBytes, requests } = await visit(path);
      expect(htmlBytes + cssBytes).toBeLessThanOrEqual(publicPageBytes);
      expect(requests).toBeLessThanOrEqual(2);
      expect(scriptBytes).toBe(0);
    },
  );

  it.each([...pagesOf.members, ...pagesOf.staff])(
    "%s, behind the sign-in, keeps to the weight of a workspace page, and its script never blocks",
    async (path) => {
      const { htmlBytes, cssBytes, scriptBytes, blockingScripts } = await visit(path);
      expect(htmlBytes + cssBytes).toBeLessThanOrEqual(workspacePageBytes);
      expect(scriptBytes).toBeLessThanOrEqual(workspaceScriptBytes);
      expect(blockingScripts).toBe(0);
    },
  );

  it("/dashboard does bring script, so that the bytes above are counted at all", async () => {
    const { scriptBytes } = await visit("/dashboard");
    expect(scriptBytes).toBeGreaterThan(0);
  });

  it.each(Object.values(pagesOf).flat())(
    "%s has no script at all for a browser that asks to save data",
    async (path) => {
      const cookie = cookieFor(path);
      const { html, policy } = await coldVisit(server.url, path, { cookie, "save-data": "on" });
      expect(html).not.toMatch(/<script|rel="modulepreload"/);
      expect(policy).toContain("script-src 'none'");
    },
  );
});
