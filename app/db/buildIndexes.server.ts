import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { type LargeIndex, largeIndexes } from "./largeIndexes.ts";

/** One process builds. */
const buildLock = 728391006;
/** Locks that stop writes for a moment are given up after this long, so that writes don't queue behind them. */
const shortLock = "set lock_timeout = '2s'";
const tries = 30;
const pauseMs = 1000;

type State = "missing" | "invalid" | "valid";

/** A killed build leaves an index that is invalid. */
async function stateOf(client: pg.Client, index: string): Promise<State> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
    [index],
  );
  if (!rows[0]) return "missing";
  return rows[0].isValid ? "valid" : "invalid";
}

/** Builds an index on a table or a partition, and replaces one whose build was killed. */
async function buildOn(
  client: pg.Client,
  schema: string,
  { name, table, definition }: LargeIndex,
): Promise<void> {
  const full = `${schema}.${pg.escapeIdentifier(name)}`;
  const state = await stateOf(client, full);
  if (state === "invalid") await client.query(`drop index concurrently if exists ${full}`);
  if (state !== "valid")
    await client.query(
      `create index concurrently if not exists ${pg.escapeIdentifier(name)} on ${schema}.${pg.escapeIdentifier(table)} ${definition}`,
    );
}

/** A statement that stops writes for a moment: when others don't let go, it is retried and not waited for. */
async function briefly(client: pg.Client, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(shortLock);
      await client.query(statement);
      return;
    } catch (error) {
      if (attempt === tries || (error as { code?: string }).code !== "55P03") throw error;
      await sleep(pauseMs);
    } finally {
      await client.query("set lock_timeout = 0");
    }
  }
}

/** A partition that has no part of the index. */
async function partitionWithout(client: pg.Client, { name, table }: LargeIndex): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select part.relname as name from pg_inherits child join pg_class part on part.oid = child.inhrelid
      where child.inhparent = to_regclass($1) and not exists (
        select 1 from pg_index i join pg_inherits piece on piece.inhrelid = i.indexrelid
        where i.indrelid = part.oid and piece.inhparent = to_regclass($2))
      order by part.relname limit 1`,
    [`public.${pg.escapeIdentifier(table)}`, `public.${pg.escapeIdentifier(name)}`],
  );
  return rows[0]?.name;
}

/** The whole is valid once each partition has its part. New partitions get theirs when they are made. */
async function buildInParts(client: pg.Client, index: LargeIndex): Promise<void> {
  const name = pg.escapeIdentifier(index.name);
  await briefly(
    client,
    `create index if not exists ${name} on only public.${pg.escapeIdentifier(index.table)} ${index.definition}`,
  );
  for (;;) {
    const table = await partitionWithout(client, index);
    if (table === undefined) return;
    const part = { ...index, name: `${table}_${index.name}`, table };
    await buildOn(client, "partitions", part);
    await briefly(
      client,
      `alter index public.${name} attach partition partitions.${pg.escapeIdentifier(part.name)}`,
    );
  }
}

async function build(client: pg.Client, index: LargeIndex): Promise<void> {
  const { rows } = await client.query<{ isPartitioned: boolean }>(
    `select relkind = 'p' as "isPartitioned" from pg_class where oid = to_regclass($1)`,
    [`public.${pg.escapeIdentifier(index.table)}`],
  );
  if (rows[0]?.isPartitioned) await buildInParts(client, index);
  else await buildOn(client, "public", index);
}

async function missingOf(client: pg.Client, indexes: readonly LargeIndex[]): Promise<LargeIndex[]> {
  const { rows } = await client.query<{ name: string }>(
    `select wanted.name from unnest($1::text[]) wanted (name)
      where not coalesce((select indisvalid from pg_index
        where indexrelid = to_regclass('public.' || quote_ident(wanted.name))), false)`,
    [indexes.map(({ name }) => name)],
  );
  const names = new Set(rows.map(({ name }) => name));
  return indexes.filter(({ name }) => names.has(name));
}

/** Returns false where another process builds. The platform may write at the same time. */
async function buildMissing(
  client: pg.Client,
  indexes: readonly LargeIndex[],
  log?: Pick<Logger, "info">,
): Promise<boolean> {
  const missing = await missingOf(client, indexes);
  if (missing.length === 0) return true;
  const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock($1) as "isOurs"`, [
    buildLock,
  ]);
  if (!rows[0]!.isOurs) return false;
  for (const index of missing) {
    const startedAt = performance.now();
    log?.info({ index: index.name, table: index.table }, "index is being built");
    await build(client, index);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    log?.info({ index: index.name, table: index.table, seconds }, "index built");
  }
  return true;
}

async function openClient(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "tarishi-indexes",
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("set statement_timeout = 0");
  return client;
}

/** Builds the indexes on large tables that are missing, and those whose build was killed, as the owner. */
export async function buildIndexes(
  databaseUrl: string,
  { indexes = largeIndexes, log }: { indexes?: readonly LargeIndex[]; log?: Pick<Logger, "info"> } = {},
): Promise<boolean> {
  if (indexes.length === 0) return true;
  const client = await openClient(databaseUrl);
  try {
    return await buildMissing(client, indexes, log);
  } finally {
    await client.end();
  }
}

/** How long a process waits before it looks whether another one has built the indexes, or tries again. */
const retryMs = 30_000;

/** Builds them while the process serves; returns how to stop. PostgreSQL ends a build that the process leaves behind. */
export function startBuildingIndexes(databaseUrl: string, log: Pick<Logger, "info" | "warn">) {
  const stopped = new AbortController();
  const run = async () => {
    while (!stopped.signal.aborted) {
      const isDone = await buildIndexes(databaseUrl, { log }).catch((error: Error) => {
        log.warn({ reason: error.message }, "indexes not built");
        return false;
      });
      if (isDone) return;
      await sleep(retryMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
    }
  };
  void run();
  return async () => stopped.abort();
}
