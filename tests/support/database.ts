import { mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#app/db/embedded.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { allJobs } from "#app/jobs/all.server.ts";
import { createJobs } from "#app/jobs/jobs.server.ts";
import { createLogger } from "#app/shared/logger.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseServerUrl: string;
    templateDatabase: string;
  }
}

/** Replaces the database name in a connection URL. */
export const databaseUrlOf = (serverUrl: string, database: string) => serverUrl.replace(/\/[^/?]+\?/, `/${database}?`);

/**
 * One PostgreSQL for the test run, with a migrated template database that every suite copies.
 * The server is kept in the temporary folder and joined by later runs; the databases of a run are dropped at its end.
 */
export default async function setup(project: TestProject) {
  const dataDir = path.join(os.tmpdir(), `tarishi-test-${process.getuid?.() ?? 0}`);
  mkdirSync(dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres(dataDir);
  const admin = new pg.Client({ connectionString: databaseUrlOf(postgres.databaseUrl, "postgres") });
  await admin.connect();
  const run = `t${process.pid}_${Date.now().toString(36)}`;
  const templateDatabase = `${run}_template`;
  await admin.query(`create database ${templateDatabase}`);
  const templateUrl = databaseUrlOf(postgres.databaseUrl, templateDatabase);
  await migrate(templateUrl);
  const jobs = createJobs(templateUrl, { supervise: false, log: createLogger("warn") });
  await jobs.prepare(allJobs);
  await jobs.stop();
  project.provide("databaseServerUrl", postgres.databaseUrl);
  project.provide("templateDatabase", templateDatabase);
  return async () => {
    const { rows } = await admin.query<{ datname: string }>("select datname from pg_database where datname like $1", [`${run}\\_%`]);
    for (const { datname } of rows) await admin.query(`drop database "${datname}" with (force)`);
    await admin.end();
    await postgres.stop();
  };
}
