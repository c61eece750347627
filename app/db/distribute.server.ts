import pg from "pg";
import { distribution, functionsByOrganisation } from "./distribution.ts";

const clientOf = (connectionString: string) => new pg.Client({ connectionString, keepAlive: true });

/**
 * What each address lacks to be a node of a cluster, one sentence each; none when all can be used. The first is the
 * coordinator's.
 */
export async function clusterProblems(urls: readonly string[]): Promise<string[]> {
  if (urls.length < 2)
    return ["A cluster has at least two nodes: give the coordinator's address and each worker's."];
  const problems = urls.map(async (url): Promise<string[]> => {
    const client = clientOf(url);
    const { host } = new URL(url);
    try {
      await client.connect();
      const { rows } = await client.query<{ isThere: boolean; transactions: number }>(
        `select exists (select 1 from pg_extension where extname = 'citus') as "isThere",
          current_setting('max_prepared_transactions')::int as transactions`,
      );
      const { isThere, transactions } = rows[0]!;
      return [
        ...(isThere ? [] : [`${host} has no extension citus: install it, and run CREATE EXTENSION citus.`]),
        ...(transactions > 0
          ? []
          : [`${host} has max_prepared_transactions = 0: set it to max_connections.`]),
      ];
    } catch (error) {
      return [`${host} can't be reached: ${(error as Error).message}.`];
    } finally {
      await client.end().catch(() => undefined);
    }
  });
  return (await Promise.all(problems)).flat();
}

/** Adds the workers to the coordinator's cluster; those that are in it already stay as they are. */
export async function joinNodes(coordinator: string, workers: readonly string[]): Promise<void> {
  const client = clientOf(coordinator);
  await client.connect();
  try {
    const { hostname, port } = new URL(coordinator);
    await client.query("select citus_set_coordinator_host($1, $2)", [hostname, Number(port || 5432)]);
    for (const worker of workers) {
      const node = new URL(worker);
      await client.query("select citus_add_node($1, $2)", [node.hostname, Number(node.port || 5432)]);
    }
  } finally {
    await client.end();
  }
}

/**
 * Spreads the tables of a migrated database over the nodes of its cluster, as `distribution.ts` names them: those of
 * tenants by `org_id`, in one co-location group, a copy of each reference table on every node, all others on the
 * coordinator. Tables that are spread already stay as they are. One transaction: all or nothing. Triggers and foreign
 * keys of tenants' tables are off while rows are copied, since they would count rows a second time, and come back in
 * it. `log` gets a line for each table.
 */
export async function distribute(coordinator: string, log: Log): Promise<void> {
  const client = clientOf(coordinator);
  await client.connect();
  try {
    // Its policy is `true` for each row; without one, rows can be copied. The keeper's commands reach every node.
    await client.query("alter role tarishi_system bypassrls");
    await client.query("alter role tarishi_keeper login");
    // Policies ask by functions, which read copies of reference tables on each node.
    await client.query("alter role tarishi_tenant set citus.allow_nested_distributed_execution = on");
    await client.query("begin");
    await client.query("set local citus.multi_shard_modify_mode to 'sequential'");
    await spreadFunctions(client);
    const { rows } = await client.query<{ name: string }>(
      "select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or repmodel = 't'",
    );
    const isWaiting = (table: string) => !rows.some(({ name }) => name === table);
    await copyToEachNode(client, distribution.reference.filter(isWaiting), log);
    await spreadByOrganisation(client, distribution.tenant.filter(isWaiting), log);
    await delegateFunctions(client);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

type Log = (line: string) => void;

async function copyToEachNode(client: pg.Client, tables: readonly string[], log: Log): Promise<void> {
  for (const table of tables) {
    await client.query("select create_reference_table($1::regclass)", [table]);
    log(`${table}: on each node`);
  }
}

async function spreadByOrganisation(client: pg.Client, tables: readonly string[], log: Log): Promise<void> {
  const [first] = distribution.tenant;
  const before = await contentsOf(client, tables);
  const off = await partsOf(client, tables);
  for (const { drop } of off) await client.query(drop);
  for (const table of tables) {
    await client.query("select create_distributed_table($1::regclass, 'org_id', colocate_with => $2)", [
      table,
      table === first ? "none" : first,
    ]);
    log(`${table}: by organisation`);
  }
  const after = await contentsOf(client, tables);
  const changed = tables.filter((table) => after.get(table) !== before.get(table));
  if (changed.length > 0) throw new Error(`Rows changed while they were copied: ${changed.join(", ")}`);
  for (const { create } of off.toReversed()) await client.query(create);
}

/** The number of rows of each table, and the sum of their hashes. */
async function contentsOf(client: pg.Client, tables: readonly string[]): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const table of tables) {
    const { rows } = await client.query<{ content: string }>(
      `select count(*) || ':' || coalesce(sum(hashtext(t::text)::bigint), 0) as content from ${table} t`,
    );
    contents.set(table, rows[0]!.content);
  }
  return contents;
}

interface Part {
  drop: string;
  create: string;
}

/** Triggers and foreign keys of tables, foreign keys last. */
async function partsOf(client: pg.Client, tables: readonly string[]): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `select 'drop trigger ' || quote_ident(t.tgname) || ' on ' || t.tgrelid::regclass as drop,
        pg_get_triggerdef(t.oid) as create
      from pg_trigger t where t.tgrelid = any($1::text[]::regclass[]) and not t.tgisinternal
    union all select 'alter table ' || c.conrelid::regclass || ' drop constraint ' || quote_ident(c.conname),
        'alter table ' || c.conrelid::regclass || ' add constraint ' || quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid)
      from pg_constraint c where c.contype = 'f' and c.conparentid = 0 and c.conrelid = any($1::text[]::regclass[])`,
    [tables],
  );
  return rows;
}

/** Functions that shards call: those of generated columns, indexes and triggers. */
async function spreadFunctions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.oid`,
  );
  for (const { name } of rows)
    await client.query("select create_distributed_function($1::regprocedure)", [name]);
}

/** Lets functions by organisation run on the node that has its rows, also within a transaction. */
async function delegateFunctions(client: pg.Client): Promise<void> {
  for (const [name, parameter] of Object.entries(functionsByOrganisation))
    await client.query(
      "select create_distributed_function(oid::regprocedure, $2, colocate_with => $3, force_delegation => true) from pg_proc where proname = $1 and pronamespace = 'public'::regnamespace",
      [name, parameter, distribution.tenant[0]],
    );
}
