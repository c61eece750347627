import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { codeFile } from "#app/platform/run/programs.ts";
import { type Logins, openLogins } from "./logins.server.ts";

const migrationsFolder = codeFile("app/db/migrations");

/**
 * Applies the frozen migrations, one process at a time (advisory lock), on its own connection as the owner,
 * and lets the platform's roles log in.
 */
export async function migrate(databaseUrl: string, logins?: Logins): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(728391001)");
    await applyMigrations(drizzle(client), { migrationsFolder });
    await openLogins(client, databaseUrl, logins);
  } finally {
    await client.end();
  }
}
