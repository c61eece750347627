import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { makeDataDir, removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";

const dataDir = makeDataDir();
afterAll(() => removeDataDir(dataDir));

/** The demo's data until a moment: a second start must find it, and not create it again. */
async function demoOf({ databaseUrl }: TestServer, until: Date) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    "select (select count(*) from organisations) as organisations, (select count(*) from messages where created_at <= $1) as messages, (select min(created_at) from organisations) as since",
    [until],
  );
  await client.end();
  return rows[0];
}

it("starts on an empty folder, and again on a filled one, which stays unchanged", async () => {
  const command = ["scripts/start.mjs"];
  const first = await startServer({ dataDir, command });
  expect(await (await fetch(`${first.url}/healthz`)).text()).toBe("ok");
  expect((await fetch(first.url)).status).toBe(200);
  // Each page names the icon: a browser keeps it for a day.
  const icon = await fetch(`${first.url}/favicon.svg`);
  expect(icon.headers.get("cache-control")).toBe("public, max-age=86400");
  const startedAt = new Date();
  const demo = await demoOf(first, startedAt);
  expect(Number(demo.organisations)).toBeGreaterThan(100);
  expect(await first.stop()).toBe(0);

  const second = await startServer({ dataDir, command });
  expect(await demoOf(second, startedAt)).toEqual(demo);
  expect(await second.stop()).toBe(0);
  await expect(fetch(`${second.url}/healthz`)).rejects.toThrow();
}, 600_000);

it("refuses a deployment without secrets, and names them", async () => {
  const refused = startServer({ dataDir, env: { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" } });
  await expect(refused).rejects.toThrow(
    /SESSION_SECRET is missing[\s\S]*ENCRYPTION_KEY is missing[\s\S]*APP_URL is missing[\s\S]*SMTP_URL is missing/,
  );
});
