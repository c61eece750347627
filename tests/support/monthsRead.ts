import { clientOf, type Database, type Queryable, type Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Everything in the one transaction, whose reads are counted. */
export function within(db: Database, tx: Tx): Database {
  const system = { query: (config: Parameters<Queryable["query"]>[0]) => clientOf(tx).query(config) };
  const all = {
    ...db,
    system: system as unknown as Database["system"],
    systemReads: tx,
    withOrg: <T>(_: OrgId, work: (tx: Tx) => Promise<T>) => work(tx),
    withSystem: <T>(work: (tx: Tx) => Promise<T>) => work(tx),
    for: () => all,
  } as unknown as Database;
  return all;
}

/** How often each partition with messages was read in this transaction. Months to come are empty. */
export async function readsOf(tx: Tx, now: Date): Promise<Map<string, number>> {
  const { rows } = await clientOf(tx).query<{ name: string; reads: number }>({
    text: `select relname as name, (seq_scan + coalesce(idx_scan, 0))::int as reads from pg_stat_xact_user_tables
      where schemaname = 'partitions' and (relname between 'messages_2' and $1 or relname = 'messages_before')`,
    values: [`messages_${now.toISOString().slice(0, 7).replace("-", "")}`],
  });
  return new Map(rows.map(({ name, reads }) => [name, reads]));
}
