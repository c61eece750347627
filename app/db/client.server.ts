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
  /** Single reads as `tarishi_system`, without a transaction around them. */
  systemReads: Tx;
  /** Connections that are `tarishi_system` from the start, for single hot statements. */
  system: pg.Pool;
  /** The owner of the schema, for migrations, LISTEN and pg-boss. */
  owner: pg.Pool;
  url: string;
  close(): Promise<void>;
}

const wrapped = new WeakMap<pg.PoolClient, Tx>();

/** Drizzle over a connection, made once for each. */
function drizzleOf(client: pg.PoolClient): Tx {
  const known = wrapped.get(client) ?? drizzle(client);
  wrapped.set(client, known);
  return known;
}

/**
 * A statement of a hot path: built once for each connection, and parsed and planned by PostgreSQL once for each too.
 * `build` ends in `.prepare(name)`; values come as `sql.placeholder`.
 */
export function prepareOnce<Prepared extends object>(build: (tx: Tx) => Prepared): (tx: Tx) => Prepared {
  const known = new WeakMap<Tx, Prepared>();
  return (tx) => {
    const prepared = known.get(tx) ?? build(tx);
    known.set(tx, prepared);
    return prepared;
  };
}

/** `enter` begins the transaction and takes the role, in one round trip. */
async function transaction<T>(pool: pg.Pool, enter: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that is cut between two statements says so by an event; the next statement then fails.
  const cut = (error: Error) => {
    broken = error;
  };
  client.on("error", cut);
  try {
    await client.query(enter);
    const result = await work(drizzleOf(client));
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
    systemReads: drizzle(system),
    withOrg: (orgId, work) =>
      transaction(
        owner,
        `begin; set local role tarishi_tenant; select set_config('app.org_id', ${pg.escapeLiteral(orgId)}, true)`,
        work,
      ),
    withSystem: (work) => transaction(owner, "begin; set local role tarishi_system", work),
    async close() {
      await Promise.all([owner.end(), system.end()]);
    },
  };
}
