import { mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { codeFile } from "#app/platform/run/programs.ts";
import { backUp } from "./backup.server.ts";
import { buildIndexes } from "./buildIndexes.server.ts";
import { type Logins, openLogins } from "./logins.server.ts";

const migrationsFolder = codeFile("app/db/migrations");

/** Why a start did not migrate, and what the operator can do. Nothing was changed. */
export class MigrationError extends Error {}

export interface MigrationOptions {
  logins?: Logins | undefined;
  /** Folder for a backup before migrations change a database that has some already. */
  backupFolder?: string | undefined;
  /** Leaves the indexes on large tables to the caller, who builds them while the platform serves. */
  leavesIndexes?: boolean;
}

const migrationLock = 728391001;
const lockPollMs = 100;

/** Waits between statements: a statement that waits has a snapshot, for whose end a concurrent build of an index waits. */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock($1) as "isOurs"`, [
      migrationLock,
    ]);
    if (rows[0]!.isOurs) return;
    await sleep(lockPollMs);
  }
}

/**
 * Applies the frozen migrations, one process at a time (advisory lock), on its own connection as the owner,
 * lets the platform's roles log in, and builds indexes on large tables. @throws MigrationError
 */
export async function migrate(
  databaseUrl: string,
  { logins, backupFolder, leavesIndexes }: MigrationOptions = {},
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await lockMigrations(client);
    const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
    const applied = await appliedMigrations(client);
    refuseNewer(applied, known);
    if (backupFolder && applied.length > 0 && applied.length < known.length)
      await backUpBefore({ databaseUrl, logins, folder: backupFolder, migration: applied.length });
    await applyMigrations(drizzle(client), { migrationsFolder });
    await openLogins(client, databaseUrl, logins);
  } finally {
    await client.end();
  }
  if (!leavesIndexes) await buildIndexes(databaseUrl);
}

/** The applied migrations, each by the millisecond that its version of the platform lists. */
async function appliedMigrations(client: pg.Client): Promise<number[]> {
  const { rows: tables } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (!tables[0]?.name) return [];
  const { rows } = await client.query<{ createdAt: string }>(
    `select created_at as "createdAt" from drizzle.__drizzle_migrations`,
  );
  return rows.map(({ createdAt }) => Number(createdAt));
}

/** An older version would write what newer tables no longer accept, and miss what they require. */
function refuseNewer(applied: number[], known: number[]): void {
  const unknown = applied.filter((migration) => !known.includes(migration)).length;
  if (unknown === 0) return;
  throw new MigrationError(
    `A newer version of the platform has migrated this database: it has ${unknown} of ${applied.length} migrations that this version does not know. Start the newer version, or restore the backup from before the upgrade into an empty database. Nothing was changed.`,
  );
}

interface Backup {
  databaseUrl: string;
  logins: Logins | undefined;
  folder: string;
  /** The number of migrations before. */
  migration: number;
}

/** The file is complete once it has its name. */
async function backUpBefore({ databaseUrl, logins, folder, migration }: Backup): Promise<void> {
  const file = path.join(folder, `tarishi-before-${String(migration).padStart(4, "0")}.gz`);
  try {
    mkdirSync(folder, { recursive: true });
    await backUp(databaseUrl, `${file}.part`, logins);
    renameSync(`${file}.part`, file);
  } catch (error) {
    throw new MigrationError(
      `The backup before the upgrade failed, so nothing was migrated. Check BACKUP_BEFORE_MIGRATION (${folder}) and start again. ${(error as Error).message}`,
    );
  }
}
