import { afterAll, beforeAll, expect, it } from "vitest";
import { demoLogins } from "#app/db/demo/load.server.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import { removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  cookie = await sessionCookie(server.url, demoLogins.individual, demoLogins.password);
});
afterAll(async () => {
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

it.each([
  "/developers",
  "/developers?show=1",
  "/developers.data",
  "/developers.data?show=1",
  "/settings/security",
  "/settings/security.data",
])("nobody keeps a copy of %s, which shows a secret", async (path) => {
  const answer = await fetch(`${server.url}${path}`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});
