import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { OrgId } from "#app/shared/ids.ts";

export type Tx = NodePgDatabase;

/** PostgreSQL `bigint` (oid 20) as a JavaScript number: counts and cents stay far below 2^53. */
pg.types.setTypeParser(20, Number);

/**
 * The two ways to the data. `withOrg` runs as the role `tarishi_tenant`, which row level security binds to one
 * organisation. `withSystem` runs as `tarishi_system`, which sees every organisation: sender, webhook processor, staff, identity.
 */
export interface Database {
  withOrg<T>(orgId: OrgId, work: (tx: Tx) => Promise<T>): Promise<T>;
  withSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Connections that are `tarishi_system` from the start, for single hot statements. */
  system: pg.Pool;
  /** The owner of the schema, for migrations, LISTEN and pg-boss. */
  owner: pg.Pool;
  url: string;
  close(): Promise<void>;
}

async function transaction<T>(
  pool: pg.Pool,
  prepare: pg.QueryConfig,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that is cut between two statements says so by an event; the next statement then fails.
  const cut = (error: Error) => {
    broken = error;
  };
  client.on("error", cut);
  try {
    await client.query("begin");
    await client.query(prepare);
    const result = await work(drizzle(client));
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off("error", cut);
    client.release(broken);
  }
}

export function connect(url: string, options: { max?: number; log?: (error: Error) => void } = {}): Database {
  const max = options.max ?? 10;
  const owner = new pg.Pool({ connectionString: url, max, application_name: "tarishi" });
  const system = new pg.Pool({
    connectionString: url,
    max,
    application_name: "tarishi-system",
    options: "-c role=tarishi_system",
  });
  // An idle connection that PostgreSQL cuts (a restart) is replaced by the pool; it must not end the process.
  for (const pool of [owner, system]) pool.on("error", (error) => options.log?.(error));
  return {
    url,
    owner,
    system,
    withOrg: (orgId, work) =>
      transaction(
        owner,
        {
          name: "enter-org",
          text: "select set_config('role', 'tarishi_tenant', true), set_config('app.org_id', $1, true)",
          values: [orgId],
        },
        work,
      ),
    withSystem: (work) =>
      transaction(
        owner,
        { name: "enter-system", text: "select set_config('role', 'tarishi_system', true)" },
        work,
      ),
    async close() {
      await Promise.all([owner.end(), system.end()]);
    },
  };
}
