import type { Queryable } from "./client.server.ts";

/** A table of counts for each organisation. */
interface Counters {
  table: string;
  /** The columns of its key, after `org_id`. */
  keys: readonly string[];
  counts: readonly string[];
  /** SQL: what the caller needs of the rows afterwards. */
  returning?: string;
}

/** Statements for so many rows are prepared; more rows come seldom. */
const mostPrepared = 12;

/**
 * Adds to counts, and begins those that are missing. `rows` hold the values of the key and the counts to add, each key once.
 * They lock in their order, which is the same for all writers of the table.
 */
export async function addToCounters<Row>(
  client: Queryable,
  orgId: string,
  { table, keys, counts, returning }: Counters,
  rows: readonly (readonly unknown[])[],
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const columns = [...keys, ...counts];
  const tuples = rows.map(
    (_, row) => `($1, ${columns.map((_, column) => `$${2 + row * columns.length + column}`).join(", ")})`,
  );
  const sums = counts.map((count) => `${count} = ${table}.${count} + excluded.${count}`);
  const added = await client.query<Row>({
    ...(rows.length <= mostPrepared && { name: `add-${table}-${rows.length}` }),
    text: `insert into ${table} (org_id, ${columns.join(", ")}) values ${tuples.join(", ")}
      on conflict (org_id, ${keys.join(", ")}) do update set ${sums.join(", ")} ${returning ? `returning ${returning}` : ""}`,
    values: [orgId, ...rows.flat()],
  });
  return added.rows;
}
