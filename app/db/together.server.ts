import { Column, is, SQL, type SQLWrapper, sql, Table } from "drizzle-orm";
import type { Tx } from "./client.server.ts";

/** A Drizzle query, not yet sent, whose rows are needed. */
interface Query<Row = unknown> extends PromiseLike<Row[]> {
  getSQL(): SQL;
}
type RowsOf<Q> = Q extends PromiseLike<infer Rows> ? Rows : never;
type Queries = Record<string, Query>;

interface Place {
  path: string[];
  decoder: { mapFromDriverValue(value: unknown): unknown };
}

/** The columns of a selection in the order in which Drizzle sends them. */
function placesOf(fields: Record<string, unknown>, above: string[] = []): Place[] {
  return Object.entries(fields).flatMap(([name, field]): Place[] => {
    const path = [...above, name];
    if (is(field, Column)) return [{ path, decoder: field }];
    if (is(field, SQL)) return [{ path, decoder: decoderOf(field) }];
    if (is(field, SQL.Aliased)) return [{ path, decoder: decoderOf(field.sql) }];
    const inner = is(field, Table) ? columnsOf(field) : (field as Record<string, unknown>);
    return placesOf(inner, path);
  });
}

const decoderOf = (field: SQL) => (field as unknown as Place).decoder;
const columnsOf = (table: Table) =>
  (table as unknown as Record<symbol, Record<string, unknown>>)[Symbol.for("drizzle:Columns")]!;

/**
 * One row as the query alone would return it, except that a joined table without a row is an object of nulls.
 */
function readRow(places: readonly Place[], values: Record<string, unknown>): unknown {
  const row: Record<string, unknown> = {};
  for (const [index, { path, decoder }] of places.entries()) {
    const value = values[`c${index}`] ?? null;
    let node = row;
    for (const name of path.slice(0, -1)) {
      node[name] ??= {};
      node = node[name] as Record<string, unknown>;
    }
    node[path.at(-1)!] = value === null ? null : decoder.mapFromDriverValue(value);
  }
  return row;
}

/**
 * The rows of a query as one value of another one: they are sent as JSON. Bytes and bigints beyond 2^53 are
 * not supported.
 */
export function rowsOf<Q extends Query>(query: Q): SQL<RowsOf<Q>> {
  const { fields } = (query as unknown as { config: { fields: Record<string, unknown> } }).config;
  const places = placesOf(fields);
  const names = sql.raw(places.map((_, index) => `c${index}`).join(", "));
  const rows = sql`(select coalesce(json_agg(r), '[]') from (${query.getSQL()}) as r (${names}))`;
  return rows.mapWith((found: Record<string, unknown>[]) =>
    found.map((values) => readRow(places, values)),
  ) as SQL<RowsOf<Q>>;
}

/** A condition: the value is one of these, however many they are. */
export const isAnyOf = (value: SQLWrapper, these: readonly string[]): SQL =>
  sql`${value} = any(${sql.param(these)}::text[])`;

/** Several short lists in one statement, each as its own query would return it. */
export async function together<Q extends Queries>(
  tx: Tx,
  queries: Q,
): Promise<{ [Name in keyof Q]: RowsOf<Q[Name]> }> {
  const fields = Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, rowsOf(query)]));
  return (await one(tx, fields)) as { [Name in keyof Q]: RowsOf<Q[Name]> };
}

/** Several scalar values in one statement. */
export async function one<Fields extends Record<string, SQL>>(tx: Tx, fields: Fields) {
  const [found] = await tx.select(fields).from(sql`(values (1)) as one`);
  return found!;
}
