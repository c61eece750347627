import { type Config, ConfigError, parseConfig } from "#app/platform/config/config.server.ts";
import { countOf } from "#app/platform/numbers/counts.ts";
import { withoutValues } from "#app/platform/run/describeError.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { BackupError, backUp, restore } from "./db/backup.server.ts";
import { connect } from "./db/client.server.ts";
import { acceptsQueries, hasEmbeddedPostgres, startEmbeddedPostgres } from "./db/embedded.server.ts";
import { MigrationError, migrate } from "./db/migrate.server.ts";
import { verifyLedger } from "./domain/money/ledger/verify.server.ts";
import { verifyAudit } from "./domain/record/audit/verify.server.ts";
import { allHandlers } from "./worker/all.server.ts";
import { createJobs } from "./worker/runner.server.ts";

/**
 * Entry of `npm run backup -- FILE` and `npm run restore -- FILE`, for the configured database. A restore
 * fills an empty database, creates the queue, and verifies ledger and audit.
 */
async function run(what: string | undefined, file: string | undefined): Promise<number> {
  if ((what !== "backup" && what !== "restore") || !file) {
    console.error("Say where: npm run backup -- FILE, or npm run restore -- FILE");
    return 1;
  }
  const config = parseConfig();
  if (what === "backup" && !config.databaseUrl && !hasEmbeddedPostgres(config.dataDir))
    throw new BackupError("There is no database here: set DATABASE_URL or DATA_DIR as the server has it.");
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(config.dataDir, config.postgresFolder);
  try {
    const url = config.databaseUrl ?? embedded!.databaseUrl;
    if (!(await acceptsQueries(url)))
      throw new BackupError("The database does not answer. Is DATABASE_URL right?");
    return await (what === "backup" ? backUpTo(config, url, file) : restoreFrom(config, url, file));
  } finally {
    await embedded?.stop();
  }
}

async function backUpTo(config: Config, url: string, file: string): Promise<number> {
  const { tables, rows } = await backUp(url, file, config.databaseLogins);
  console.log(`${countOf(rows, "row")} of ${countOf(tables, "table")} are in ${file}.`);
  return 0;
}

async function restoreFrom(config: Config, url: string, file: string): Promise<number> {
  const { databaseLogins: logins } = config;
  await migrate(url, { logins });
  const jobs = createJobs(url, { supervise: false, log: createLogger("silent"), logins });
  await jobs.prepare(allHandlers);
  await jobs.stop();
  const { tables, rows } = await restore(url, file);
  console.log(`${countOf(rows, "row")} of ${countOf(tables, "table")} are restored.`);
  const db = connect(url, { logins });
  try {
    const { broken, lines } = await verifyLedger({ db });
    const { breaks, events } = await verifyAudit({ services: { config, db } });
    console.log(
      `Ledger: ${countOf(lines, "line")}, ${broken ? "broken" : "in order"}. Audit: ${countOf(events, "event")}, ${countOf(breaks.length, "break")}.`,
    );
    return broken || breaks.length > 0 ? 1 : 0;
  } finally {
    await db.close();
  }
}

run(process.argv[2], process.argv[3]).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isForPeople = [BackupError, ConfigError, MigrationError].some((kind) => error instanceof kind);
    console.error(isForPeople ? (error as Error).message : withoutValues(error));
    process.exit(1);
  },
);
