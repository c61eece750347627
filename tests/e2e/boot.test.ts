import { afterAll, expect, it } from "vitest";
import { makeDataDir, removeDataDir, startServer } from "#tests/support/server.ts";

const dataDir = makeDataDir();
afterAll(() => removeDataDir(dataDir));

it("starts on an empty folder, and again on a full one in less than half of that time", async () => {
  const command = ["scripts/start.mjs"];
  const began = performance.now();
  const first = await startServer({ dataDir, command });
  const firstMs = performance.now() - began;
  expect(await (await fetch(`${first.url}/healthz`)).text()).toBe("ok");
  expect((await fetch(first.url)).status).toBe(200);
  // Each page names the icon: a browser keeps it for a day.
  const icon = await fetch(`${first.url}/favicon.svg`);
  expect(icon.headers.get("cache-control")).toBe("public, max-age=86400");
  expect(await first.stop()).toBe(0);

  const startedAt = performance.now();
  const second = await startServer({ dataDir, command });
  expect(performance.now() - startedAt).toBeLessThan(firstMs / 2);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  expect(await second.stop()).toBe(0);
  await expect(fetch(`${second.url}/healthz`)).rejects.toThrow();
}, 180_000);

it("refuses a deployment without secrets, and says which", async () => {
  const refused = startServer({ dataDir, env: { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" } });
  await expect(refused).rejects.toThrow(
    /SESSION_SECRET is missing[\s\S]*ENCRYPTION_KEY is missing[\s\S]*APP_URL/,
  );
});
