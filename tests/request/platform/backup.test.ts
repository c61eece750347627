import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, expect, inject, it } from "vitest";
import { backUp, restore } from "#app/db/backup.server.ts";
import { loginsOf } from "#app/db/logins.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { sealEvents } from "#app/domain/record/audit/seal.server.ts";
import { verifyAudit } from "#app/domain/record/audit/verify.server.ts";
import { sendMailJob } from "#app/domain/record/jobs.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { createDatabaseStore } from "#app/providers/storage/database.server.ts";
import { allHandlers } from "#app/worker/all.server.ts";
import { createJobs } from "#app/worker/runner.server.ts";
import { databaseUrlOf } from "#tests/support/database.ts";
import { connectAsOwner, type OwnedDatabase } from "#tests/support/owner.ts";
import { addPastMonths } from "#tests/support/pastMonths.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { fillWallet } from "#tests/support/sending.ts";
import { createWorld, imprintOf } from "#tests/support/world.ts";

const platform = setUpPlatform();
const folder = mkdtempSync(path.join(os.tmpdir(), "tarishi-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = path.join(import.meta.dirname, "..", "..", "..");

/** Runs the command as an operator does. */
async function command(what: "backup" | "restore", file: string, databaseUrl: string, keys: string) {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    APP_URL: "http://localhost:4000",
    SESSION_SECRET: randomBytes(24).toString("hex"),
    ENCRYPTION_KEY: keys,
    DATA_DIR: folder,
    SMTP_URL: "smtp://127.0.0.1:9",
    LOG_LEVEL: "silent",
  };
  const run = promisify(execFile)(process.execPath, ["app/backup.server.ts", what, file], { cwd: root, env });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  );
}

async function emptyDatabase(use: string): Promise<string> {
  const name = `${inject("templateDatabase").replace(/_template$/, "")}_${use}_${randomBytes(4).toString("hex")}`;
  const admin = new pg.Client({ connectionString: databaseUrlOf(inject("databaseServerUrl"), "postgres") });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return databaseUrlOf(inject("databaseServerUrl"), name);
}

/** Where each message lies. */
const placesOf = async ({ owner }: OwnedDatabase) =>
  (await owner.query("select id, tableoid::regclass::text as place from messages order by id")).rows;

it("a restored backup is identical: every row, the ledger, the sealed log, files and pending jobs", async () => {
  const { services, clock } = platform;
  const org = await platform.createOrg("Duka Letu");
  await addPastMonths(services.db.owner, 3);
  await createWorld(platform, org);
  await services.db.owner.query(
    `insert into messages (org_id, id, direction, type, state, phone_number_id, body)
      select $1, message_id_at(now() - n * interval '1 month') || lpad('', 20, '0'), 'in', 'text', 'delivered', '1', 'Habari'
      from generate_series(0, 9) n`,
    [org.orgId],
  );
  await platform.call("PUT /settings/organisation", { name: "Duka Letu Kubwa" }, org);
  await fillWallet(platform, org, 500);
  // More than a batch of the backup.
  const stored = {
    key: `${org.orgId}/ab/stored`,
    file: path.join(folder, "stored"),
    bytes: randomBytes(2 ** 24),
  };
  writeFileSync(stored.file, stored.bytes);
  await createDatabaseStore(services.db).put(stored.key, stored.file, "video/mp4");
  await verifyLedger(services);
  clock.advance(60_000);
  await sealEvents({ services });
  const queue = createJobs(services.db.url, { supervise: false, log: createLogger("silent") });
  await queue.prepare(allHandlers);
  await queue.enqueue(sendMailJob, { mailId: "mal_waiting" });
  await queue.stop();
  const keys = services.config.encryptionKeys[0]!.key.toString("hex");
  const file = path.join(folder, "backup.gz");
  const made = await command("backup", file, services.db.url, keys);
  expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/rows of \d+ tables/) });

  const elsewhere = await emptyDatabase("restored");
  const filled = await command("restore", file, elsewhere, keys);
  expect(filled).toMatchObject({ code: 0, said: expect.stringMatching(/in order[\s\S]*0 breaks/) });
  const db = connectAsOwner(elsewhere);
  const restored = { ...platform, services: { ...services, db } };
  expect(await imprintOf(restored, org)).toEqual(await imprintOf(platform, org));
  expect((await verifyLedger({ db })).broken).toEqual((await verifyLedger(services)).broken);
  expect(await verifyAudit({ services: restored.services })).toEqual(await verifyAudit({ services }));
  const waiting = await db.owner.query("select 1 from pgboss.job where data ->> 'mailId' = 'mal_waiting'");
  expect(waiting.rowCount).toBe(1);
  const restoredFile = await buffer(await createDatabaseStore(db).open(stored.key));
  expect(restoredFile.equals(stored.bytes)).toBe(true);
  expect(await placesOf(db)).toEqual(await placesOf(services.db));
  // New rows continue the sequences.
  await db.withSystem((tx) => tx.execute("update organisations set name = 'Duka Letu Leo'"));
  await db.close();

  const again = await command("restore", file, elsewhere, keys);
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining("accounts already") });
  const torn = path.join(folder, "torn.gz");
  writeFileSync(torn, readFileSync(file).subarray(0, -2000));
  const fresh = await emptyDatabase("torn");
  expect((await command("restore", torn, fresh, keys)).code).toBe(1);
  const check = connectAsOwner(fresh);
  expect((await check.owner.query("select 1 from users")).rowCount).toBe(0);
  await check.close();
});

it("reads every row with an account that row level security binds, by the platform's own role", async () => {
  const { db } = platform.services;
  const org = await platform.createOrg("Duka La Pili");
  await createWorld(platform, org);
  const role = `reader_${randomBytes(4).toString("hex")}`;
  await db.owner.query(`create role ${role} login in role pg_read_all_data`);
  try {
    const bound = db.url.replace(/\/\/\w+@/, `//${role}@`);
    const file = path.join(folder, "bound.gz");
    const counts = await backUp(bound, file, loginsOf(db.url));
    expect(counts).toEqual(await backUp(db.url, file));
    expect(counts.rows).toBeGreaterThan(100);
    await expect(restore(bound, file)).rejects.toThrow("use a superuser");
  } finally {
    await db.owner.query(`drop role ${role}`);
  }
});
