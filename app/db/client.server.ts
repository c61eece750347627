import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import {
  connectionSettings,
  type LimitChanges,
  limitsOf,
  type Purpose,
} from "#app/platform/config/databaseLimits.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { createListen, type Listen } from "./listen.server.ts";
import { type Logins, loginsOf } from "./logins.server.ts";
import { CountedClient, PipelinedClient, SenderClient } from "./namedClient.server.ts";
import { collectNotices, commitText, forgetNotices } from "./notices.server.ts";
import { isSerializationFailure, isTransactionAborted } from "./transient.ts";

/**
 * Purposes whose statements are pipelined, and those of pages and API named by their text. The others name
 * their hot statements themselves, and leave some unnamed so that PostgreSQL plans them for the actual values.
 */
const clients: Partial<Record<Purpose, typeof CountedClient>> = {
  pages: PipelinedClient,
  api: PipelinedClient,
  sender: SenderClient,
  webhooks: SenderClient,
};

/** Without Drizzle's `transaction`, which would commit the running one; use `inSavepoint` for a part. */
export type Tx = Omit<NodePgDatabase, "transaction">;

/** PostgreSQL `bigint` (oid 20) as a JavaScript number: counts and cents stay far below 2^53. */
pg.types.setTypeParser(20, Number);

/**
 * The two ways to the data. `withOrg` is logged in as `tarishi_tenant`, which row level security binds to one
 * organisation. `withSystem` is logged in as `tarishi_system`, which sees every organisation: sender, webhook
 * processor, staff, identity. Neither can become the other. `work` is retried from its beginning when
 * PostgreSQL aborted the transaction in favour of another one. So its only effects are by `tx`: it makes no
 * outside calls, and changes nothing that it did not create (tests/structural/transactions.test.ts).
 */
export interface Database {
  withOrg<T>(orgId: OrgId, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** `settings`: `set local` statements, sent together with the beginning. */
  withSystem<T>(work: (tx: Tx) => Promise<T>, settings?: string): Promise<T>;
  /** Single reads as `tarishi_system`, without a transaction around them. */
  systemReads: Tx;
  /** Connections of `tarishi_system`, for single hot statements. */
  system: pg.Pool;
  /** Connections of `tarishi_tenant`. */
  tenant: pg.Pool;
  /** The same data, on connections of another purpose. */
  for(purpose: Purpose): Database;
  /** PostgreSQL's notifications, over one connection of the process. */
  listen: Listen;
  /** The owner's address, as given. */
  url: string;
  /** Closes the connections of all purposes. */
  close(): Promise<void>;
}

/** The part of a PostgreSQL client that a statement needs. */
export interface Queryable {
  query<Row>(config: {
    name?: string;
    text: string;
    values?: unknown[];
  }): Promise<{ rows: Row[]; rowCount: number | null }>;
}

/** The PostgreSQL client below a Drizzle transaction, for the hot statements. */
export const clientOf = (tx: Tx): Queryable =>
  (tx as unknown as { session: { client: pg.PoolClient } }).session.client as unknown as Queryable;

/** The rows of one statement in SQL. */
export const queryRows = async <Row>(tx: Tx, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await clientOf(tx).query<Row>({ text, values })).rows;

/** Which data a connection belongs to, whatever its purpose. */
type Home = Pick<Database, "for" | "listen">;
const homes = new WeakMap<object, Home>();

/** The database of a transaction; undefined for a connection that `connect` did not open. */
export const homeOf = (tx: Tx): Home | undefined => homes.get(clientOf(tx));

/** Assigns a replacement connection to the same database. */
export function shareHome(standIn: object, client: object): void {
  const home = homes.get(client);
  if (home) homes.set(standIn, home);
}

const endings = new WeakMap<object, (() => void)[]>();

/** Runs `work` when the transaction has ended in any way, before its caller continues. */
export function atEnd(tx: Tx, work: () => void): void {
  const client = clientOf(tx);
  endings.set(client, [...(endings.get(client) ?? []), work]);
}

/**
 * Like `Promise.all`, but waits for all work to end: later statements would come after the end of the
 * transaction. It fails with the original error, not with those that follow from it.
 */
async function allEnded(works: readonly Promise<unknown>[]): Promise<unknown[]> {
  const ends = await Promise.allSettled(works);
  const reasons = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as unknown] : []));
  if (reasons.length > 0) throw reasons.find((reason) => !isTransactionAborted(reason)) ?? reasons[0];
  // Not by awaiting the works again: a Drizzle query is sent on each await.
  return ends.map((end) => (end as PromiseFulfilledResult<unknown>).value);
}

const sentLast = new WeakMap<object, Promise<unknown>[]>();

/**
 * Lets the transaction commit without waiting for the results of its last statements: on a pipelined
 * connection, they and the commit are sent together. When one of them fails, so does the transaction. Results
 * are processed after it.
 */
export function commitWith(tx: Tx, sent: Promise<unknown>): void {
  sent.catch(() => undefined);
  const client = clientOf(tx);
  sentLast.set(client, [...(sentLast.get(client) ?? []), sent]);
}

const isPipelined = (client: object): boolean => client instanceof PipelinedClient;

/**
 * Runs works that don't need each other's results: on a pipelined connection their statements are sent
 * together, in this order, otherwise one after the other.
 */
export async function inOneGo<Works extends readonly (() => Promise<unknown>)[]>(
  tx: Tx,
  works: readonly [...Works],
): Promise<{ [N in keyof Works]: Awaited<ReturnType<Works[N]>> }> {
  const results: unknown[] = [];
  if (isPipelined(clientOf(tx))) results.push(...(await allEnded(works.map((work) => work()))));
  else for (const work of works) results.push(await work());
  return results as { [N in keyof Works]: Awaited<ReturnType<Works[N]>> };
}

const wrapped = new WeakMap<pg.PoolClient, Tx>();

/** Drizzle over a connection, created once for each. */
function drizzleOf(client: pg.PoolClient): Tx {
  const known = wrapped.get(client) ?? drizzle(client);
  wrapped.set(client, known);
  return known;
}

/**
 * A hot statement: built, parsed and planned once per connection. `build` ends in `.prepare(name)`; values
 * come as `sql.placeholder`.
 */
export function prepareOnce<Prepared extends object>(build: (tx: Tx) => Prepared): (tx: Tx) => Prepared {
  const known = new WeakMap<Tx, Prepared>();
  return (tx) => {
    const prepared = known.get(tx) ?? build(tx);
    known.set(tx, prepared);
    return prepared;
  };
}

/** The longest wait for the end of a failed transaction: after it, its connection is dropped. */
const rollbackMs = 2000;

/** How often `work` is tried, and the longest first delay, which doubles each time. */
const mostTries = 5;
const firstWaitMs = 25;

/** `enter` begins the transaction and sets the organisation, in one round trip. */
async function transaction<T>(pool: pg.Pool, enter: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transactionOnce(pool, enter, work);
    } catch (error) {
      if (attempt === mostTries || !isSerializationFailure(error)) throw error;
      // Random, so that the same transactions do not collide again.
      await sleep(Math.random() * firstWaitMs * 2 ** attempt);
    }
  }
}

async function transactionOnce<T>(pool: pg.Pool, enter: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection cut between two statements emits an event; the next statement then fails.
  const cut = (error: Error) => {
    broken = error;
  };
  client.on("error", cut);
  collectNotices(client);
  try {
    const entered = client.query(enter);
    entered.catch(() => undefined);
    if (!isPipelined(client)) await entered;
    const sent = () => sentLast.get(client) ?? [];
    const result = await work(drizzleOf(client)).catch(async (error: unknown) => {
      // A statement after a failed one only reports the aborted transaction.
      await Promise.all(sent());
      throw error;
    });
    await entered;
    if (!isPipelined(client)) await Promise.all(sent());
    await allEnded([...sent(), client.query(commitText(client))]);
    return result;
  } catch (error) {
    const rollback = { text: "rollback", query_timeout: rollbackMs };
    await client.query(rollback).catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off("error", cut);
    for (const end of endings.get(client) ?? []) end();
    endings.delete(client);
    forgetNotices(client);
    sentLast.delete(client);
    client.release(broken);
  }
}

/**
 * Sets the organisation, or the partner, of a transaction: as a literal, since only `SET LOCAL` reaches every
 * node of a cluster, and it takes no parameter.
 */
export function enterOrganisation(orgId: OrgId): string {
  if (!/^(org|prt)_\w+$/.test(orgId)) throw new Error("This is not the id of an organisation");
  return `set local app.org_id = ${pg.escapeLiteral(orgId)}`;
}

export interface ConnectOptions {
  limits?: LimitChanges;
  /** When they do not follow from the owner's address. */
  logins?: Logins | undefined;
  log?: (error: Error) => void;
}

/**
 * The data on connections for `pages`, and from there for every other purpose. None is opened before it is
 * needed.
 */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const { tenantUrl, systemUrl } = options.logins ?? loginsOf(url);
  const known = new Map<Purpose, Database>();
  const listening = createListen(
    () =>
      new pg.Client({
        ...connectionSettings(systemUrl, limitsOf("sender", options.limits)),
        application_name: "tarishi-listen",
      }),
    (error) => options.log?.(error),
  );
  const databaseFor = (purpose: Purpose): Database => {
    const database = known.get(purpose) ?? open(purpose);
    known.set(purpose, database);
    return database;
  };

  const home: Home = { for: databaseFor, listen: listening.listen };

  function open(purpose: Purpose): Database {
    const limits = limitsOf(purpose, options.limits);
    const pool = (name: string, login: string) => {
      const opened = new pg.Pool({
        ...connectionSettings(login, limits),
        Client: clients[purpose] ?? CountedClient,
        max: limits.max,
        idleTimeoutMillis: limits.idleMs,
        maxLifetimeSeconds: limits.lifetimeSeconds ?? 0,
        application_name: `${name}-${purpose}`,
      });
      // An idle connection cut by PostgreSQL (a restart) is replaced by the pool; it must not end the
      // process.
      opened.on("error", (error) => options.log?.(error));
      opened.on("connect", (client) => {
        homes.set(client, home);
        // A connection cut while checked out has no other listener yet; its first statement fails.
        client.on("error", () => undefined);
      });
      homes.set(opened, home);
      return opened;
    };
    const tenant = pool("tarishi", tenantUrl);
    const system = pool("tarishi-system", systemUrl);
    return {
      url,
      tenant,
      system,
      systemReads: drizzle(system),
      withOrg: async (orgId, work) => transaction(tenant, `begin; ${enterOrganisation(orgId)}`, work),
      withSystem: (work, settings) => transaction(system, settings ? `begin; ${settings}` : "begin", work),
      for: databaseFor,
      listen: listening.listen,
      async close() {
        const pools = [...known.values()].flatMap(({ tenant, system }) => [tenant.end(), system.end()]);
        await Promise.all([...pools, listening.stop()]);
      },
    };
  }
  return databaseFor("pages");
}
