import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { startEmbeddedPostgres } from "#app/db/embedded.server.ts";
import { demoLogins } from "#app/demo/logins.ts";
import { dockerStages, execForm, readmeSettings, readmeSteps, unitStart } from "#tests/support/deployment.ts";
import { freePort, startNode, untilAnswers } from "#tests/support/processes.ts";
import { makeDataDir, removeDataDir } from "#tests/support/server.ts";
import { setUp } from "#tests/support/setUp.ts";

const root = path.join(import.meta.dirname, "..", "..");
const databaseDir = makeDataDir();
const dataDir = makeDataDir();
afterAll(() => [databaseDir, dataDir].map(removeDataDir));

/** The README's `createuser` and `createdb`, for whose options PostgreSQL has statements. */
const statements: Record<string, string> = {
  "createuser --createrole tarishi": "create role deployed login createrole",
  "createdb --owner tarishi tarishi": "create database deployed owner deployed",
};

const database = setUp(
  async () => {
    const postgres = await startEmbeddedPostgres(databaseDir);
    const admin = new pg.Client({ connectionString: postgres.databaseUrl });
    await admin.connect();
    for (const step of readmeSteps().filter((command) => /^create(user|db) /.test(command))) {
      expect(Object.keys(statements)).toContain(step);
      await admin.query(statements[step]!);
    }
    await admin.end();
    const url = postgres.databaseUrl.replace("//tarishi@/tarishi?", "//deployed@/deployed?");
    return { url, stop: () => postgres.stop() };
  },
  ({ stop }) => stop(),
);

it("starts by the README's steps on its own PostgreSQL", async () => {
  const port = await freePort();
  const values: Record<string, string> = {
    DATABASE_URL: database.url,
    APP_URL: "https://app.example.co.ke",
    SESSION_SECRET: randomBytes(32).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    SMTP_URL: "smtp://127.0.0.1:9",
  };
  const meta = {
    META_APP_ID: "100000000000001",
    META_APP_SECRET: randomBytes(16).toString("hex"),
    META_CONFIG_ID: "200000000000001",
    META_WEBHOOK_VERIFY_TOKEN: randomBytes(16).toString("hex"),
  };
  const settings = Object.fromEntries(
    readmeSettings().flatMap((name) =>
      name === "META_…" ? Object.entries(meta) : [[name, values[name]!] as [string, string]],
    ),
  );
  const unit = unitStart();
  const [program, ...args] = unit.args;
  const elsewhere = { DATA_DIR: dataDir, PORT: String(port), GRAPH_API_URL: "http://127.0.0.1:9" };
  const env: Record<string, string> = { ...unit.environment, ...settings, ...elsewhere };
  const server = startNode(program!, env, args);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(`${url}/readyz`, server);

  const landing = await fetch(url);
  expect(landing.status).toBe(200);
  expect(landing.headers.get("strict-transport-security")).toContain("max-age");
  const signIn = await fetch(`${url}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: env.APP_URL! },
    body: JSON.stringify({ email: demoLogins.admin, password: demoLogins.password }),
  });
  expect(signIn.status).toBe(401);
  expect(server.output()).not.toContain(demoLogins.password);

  const [node, ...health] = execForm(
    dockerStages()
      .at(-1)!
      .find(({ name }) => name === "HEALTHCHECK")!.value,
  );
  expect(node).toBe("node");
  const check = (at: number) => spawnSync(process.execPath, health, { env: { PORT: String(at) } }).status;
  expect(check(port)).toBe(0);
  expect(check(await freePort())).toBe(1);

  const options = { cwd: root, env: { PATH: process.env.PATH, ...env }, encoding: "utf8" } as const;
  const admin = spawnSync("npm", ["run", "--silent", "admin", "--", "nobody@example.co.ke"], options);
  expect(admin.stderr).toContain("There is no account for nobody@example.co.ke");

  await server.kill("SIGTERM");
  expect(server.process.exitCode).toBe(0);
}, 600_000);
