import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

const migrationsFolder = path.join(import.meta.dirname, "migrations");

/** Applies the frozen migrations, one process at a time (advisory lock), on a connection of its own. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(728391001)");
    await applyMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
