import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#app/db/embedded.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { allHandlers } from "#app/worker/all.server.ts";
import { createJobs } from "#app/worker/runner.server.ts";
import { isAlive } from "./processes.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseServerUrl: string;
    templateDatabase: string;
  }
}

/** Replaces the database name in a connection URL. */
export const databaseUrlOf = (serverUrl: string, database: string) =>
  serverUrl.replace(/\/[^/?]+\?/, `/${database}?`);

/** Runs statements on the server, outside of a suite's database. */
export async function asAdmin(statements: readonly string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseUrlOf(inject("databaseServerUrl"), "postgres") });
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** A database for a suite, which drops it: at the end of the run, hundreds would be dropped in sequence. */
export async function copyTemplate() {
  const template = inject("templateDatabase");
  const database = `${template.replace(/_template$/, "")}_${randomBytes(4).toString("hex")}`;
  await asAdmin([
    `create database ${database} template ${template}`,
    // A copied database has PostgreSQL's default rights.
    `revoke temporary on database ${database} from public`,
  ]);
  return {
    url: databaseUrlOf(inject("databaseServerUrl"), database),
    drop: () => asAdmin([`drop database if exists ${database} with (force)`]),
  };
}

/** A test outlives crashes of PostgreSQL, never of the machine: commits and copies need no fsync. */
export async function forgoDurability(
  admin: pg.Client,
  settings: readonly string[] = ["fsync", "full_page_writes"],
): Promise<void> {
  for (const setting of settings) await admin.query(`alter system set ${setting} = off`);
  await admin.query("select pg_reload_conf()");
}

/**
 * One PostgreSQL for all test runs of a user, with a migrated template database for each run, which every
 * suite copies. The server stays for later runs (a second run may be using it); the databases of a run are
 * dropped at its end, and those of a killed run at the start of the next.
 */
export default async function setup(project: TestProject) {
  const dataDir =
    process.env.TEST_DATA_DIR ?? path.join(os.tmpdir(), `tarishi-test-${process.getuid?.() ?? 0}`);
  mkdirSync(dataDir, { recursive: true });
  const { databaseUrl: serverUrl } = await startEmbeddedPostgres(dataDir, process.env.POSTGRES_FOLDER);
  const admin = new pg.Client({ connectionString: databaseUrlOf(serverUrl, "postgres") });
  await admin.connect();
  await forgoDurability(admin);
  const dropAll = async (belongs: (database: string) => boolean) => {
    const { rows } = await admin.query<{ datname: string }>("select datname from pg_database");
    for (const { datname } of rows.filter((row) => belongs(row.datname)))
      await admin.query(`drop database if exists "${datname}" with (force)`);
  };
  await dropAll((database) => {
    const pid = /^t(\d+)_/.exec(database)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  const run = `t${process.pid}_${Date.now().toString(36)}`;
  const templateDatabase = `${run}_template`;
  await admin.query(`create database ${templateDatabase}`);
  const templateUrl = databaseUrlOf(serverUrl, templateDatabase);
  await migrate(templateUrl);
  const jobs = createJobs(templateUrl, { supervise: false, log: createLogger("warn") });
  await jobs.prepare(allHandlers);
  await jobs.stop();
  project.provide("databaseServerUrl", serverUrl);
  project.provide("templateDatabase", templateDatabase);
  return async () => {
    await dropAll((database) => database.startsWith(`${run}_`));
    await admin.end();
  };
}
