import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { OrgId } from "#app/platform/ids.ts";
import { type Database, enterOrganisation, shareHome, type Tx } from "./client.server.ts";
import { isTransactionAborted } from "./transient.ts";

type Way = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const beginReading = "begin isolation level repeatable read read only";

/**
 * A shared read of several calls, such as those of one page: their work shares one read-only transaction per
 * login and organisation, so that it sees one snapshot and uses one connection. In one snapshot the same
 * statement has the same result, so it is sent once. The transaction lasts while any of the work is running.
 * Work that turns out to write, or to lock, is retried in its own transaction.
 */
export function sharedReads(db: Database): Database {
  const ofOrganisations = new Map<OrgId, Way>();
  const wayOf = (orgId: OrgId): Way => {
    const enter = `${beginReading}; ${enterOrganisation(orgId)}`;
    const way = ofOrganisations.get(orgId) ?? shared(db.tenant, enter, (work) => db.withOrg(orgId, work));
    ofOrganisations.set(orgId, way);
    return way;
  };
  return {
    ...db,
    withOrg: (orgId, work) => wayOf(orgId)(work),
    withSystem: shared(db.system, beginReading, db.withSystem),
  };
}

interface Shared {
  begun: Promise<Begun>;
  /** The number of running works in it. */
  running: number;
}

interface Begun {
  client: pg.PoolClient;
  reads: Tx;
  /** Rejects when the transaction did not begin: then none of the reads count. */
  entered: Promise<unknown>;
}

/** Statements are sent after the one that begins the transaction, without waiting for it. */
async function begin(pool: pg.Pool, enter: string): Promise<Begun> {
  const client = await pool.connect();
  const entered = client.query(enter);
  entered.catch(() => undefined);
  const reader = readers.get(client) ?? readerOf(client);
  readers.set(client, reader);
  reader.forget();
  return { client, reads: reader.tx, entered };
}

/** Nothing was written, so there is nothing to keep. */
async function end({ client }: Begun): Promise<void> {
  const broken = await client.query("rollback").then(
    () => undefined,
    (error: Error) => error,
  );
  client.release(broken);
}

/** `alone` is for work that cannot run in the shared transaction. */
function shared(pool: pg.Pool, enter: string, alone: Way): Way {
  let open: Shared | undefined;
  return async (work) => {
    const joined = open ?? { begun: begin(pool, enter), running: 0 };
    open = joined;
    const leave = () => {
      if (open === joined) open = undefined;
    };
    joined.running += 1;
    try {
      const { reads, entered } = await joined.begun;
      const result = await work(reads);
      await entered;
      return result;
    } catch (error) {
      // PostgreSQL accepts no more statements after a failed one: later callers begin another transaction.
      leave();
      if (isTransactionAborted(error))
        return await alone(work).finally(() => {
          // Later callers see what this may have written.
          open = undefined;
        });
      throw error;
    } finally {
      // Work that follows at once still joins.
      setImmediate(() => {
        joined.running -= 1;
        if (joined.running > 0) return;
        leave();
        joined.begun.then(end, () => undefined);
      });
    }
  };
}

interface Reader {
  tx: Tx;
  /** Starts without cached results. */
  forget(): void;
}

/** Others change the transaction, so each of them is sent. */
const isRead = /^\s*(select|with)\b/i;

/** Created once per connection, as its prepared statements are. */
const readers = new WeakMap<pg.PoolClient, Reader>();

/** Drizzle over a connection shared by several callers: repeated statements use the cached result. */
function readerOf(client: pg.PoolClient): Reader {
  let answers = new Map<string, Promise<pg.QueryArrayResult>>();
  const query = async (config: pg.QueryArrayConfig, values?: unknown[]) => {
    const question = JSON.stringify([config.text, config.rowMode, values ?? config.values]);
    const answer = answers.get(question) ?? client.query(config, values);
    if (isRead.test(config.text)) answers.set(question, answer);
    const { rows, ...rest } = await answer;
    // Each caller has its own list to sort.
    return { ...rest, rows: [...rows] };
  };
  const reading = new Proxy(client, {
    get: (target, name) => (name === "query" ? query : Reflect.get(target, name, target)),
  });
  shareHome(reading, client);
  return {
    tx: drizzle(reading),
    forget() {
      answers = new Map();
    },
  };
}
