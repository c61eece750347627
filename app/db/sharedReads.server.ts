import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { OrgId } from "#app/platform/ids.ts";
import { type Database, enterOrganisation, shareHome, type Tx } from "./client.server.ts";
import { isForAnother } from "./passing.ts";

type Way = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const beginReading = "begin isolation level repeatable read read only";

/**
 * The data as several calls read it together, such as those of one page: their work shares one read-only transaction for
 * each login and organisation, so that it sees one state and takes one connection. In one state the same statement has the
 * same answer, so it is sent once. The transaction lasts while any of the work is under way. Work that turns out to write,
 * or to lock, is done again in a transaction of its own.
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
  /** How much work is under way in it. */
  running: number;
}

interface Begun {
  client: pg.PoolClient;
  reads: Tx;
  /** Fails where the transaction did not begin: then nothing that was read counts. */
  entered: Promise<unknown>;
}

/** Statements go out behind the one that begins the transaction, without waiting for it. */
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

/** `alone` is for work that cannot be done in the shared transaction. */
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
      // PostgreSQL takes no more statements after one that failed: who comes next begins another transaction.
      leave();
      if (isForAnother(error))
        return await alone(work).finally(() => {
          // Who comes next sees what this may have written.
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
  /** Begins with no answers. */
  forget(): void;
}

/** Others change the transaction, so each of them is sent. */
const asksOnly = /^\s*(select|with)\b/i;

/** Made once for each connection, as its prepared statements are. */
const readers = new WeakMap<pg.PoolClient, Reader>();

/** Drizzle over a connection whose statements come from several places at once: what was asked before has its answer already. */
function readerOf(client: pg.PoolClient): Reader {
  let answers = new Map<string, Promise<pg.QueryArrayResult>>();
  const query = async (asked: pg.QueryArrayConfig, values?: unknown[]) => {
    const question = JSON.stringify([asked.text, asked.rowMode, values ?? asked.values]);
    const answer = answers.get(question) ?? client.query(asked, values);
    if (asksOnly.test(asked.text)) answers.set(question, answer);
    const { rows, ...rest } = await answer;
    // Each has a list of its own to sort.
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
