import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { migrate } from "#app/db/migrate.server.ts";
import { setUpEarlierDatabase } from "#tests/support/earlierDatabase.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");
const folder = mkdtempSync(path.join(os.tmpdir(), "tarishi-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true }));
const earlier = setUpEarlierDatabase(80);

/** Starts a process from the sources on the earlier database; it has no screens. */
function startProcess(settings: Record<string, string> = {}) {
  const code = `import { start } from "#app/start.server.ts"; await start({ screens: undefined });`;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    DATABASE_URL: earlier.url(),
    APP_URL: "http://localhost:4000",
    SMTP_URL: "smtp://127.0.0.1:9",
    SESSION_SECRET: "kq".repeat(16),
    ENCRYPTION_KEY: "0123456789abcdef".repeat(4),
    ...settings,
  };
  const args = ["--input-type=module", "-e", code];
  const run = spawnSync(process.execPath, args, { cwd: root, env, encoding: "utf8", timeout: 240_000 });
  return { code: run.status, printed: run.stdout + run.stderr };
}

const applied = async () =>
  (await earlier.owner.query("select created_at from drizzle.__drizzle_migrations order by created_at")).rows;

it("migrates an earlier database once its backup is written, and refuses one of a newer version", async () => {
  const before = await applied();
  const backupFolder = path.join(folder, "backups");

  writeFileSync(backupFolder, "a file, where a folder is needed");
  const failed = startProcess({ BACKUP_BEFORE_MIGRATION: backupFolder });
  expect(failed).toMatchObject({ code: 78, printed: expect.stringContaining("nothing was migrated") });
  expect(await applied()).toEqual(before);
  rmSync(backupFolder);

  await migrate(earlier.url(), { backupFolder });
  expect((await applied()).length).toBeGreaterThan(before.length);
  const backup = `tarishi-before-${String(before.length).padStart(4, "0")}.gz`;
  expect(readdirSync(backupFolder)).toEqual([backup]);
  rmSync(path.join(backupFolder, backup));
  await migrate(earlier.url(), { backupFolder });
  expect(readdirSync(backupFolder), "nothing to migrate").toEqual([]);

  await earlier.owner.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations",
  );
  const newer = await applied();
  const refused = startProcess();
  expect(refused).toMatchObject({ code: 78, printed: expect.stringContaining("Start the newer version") });
  expect(await applied()).toEqual(newer);
});
