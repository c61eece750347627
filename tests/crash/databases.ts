import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Ground } from "./ground.ts";

/** An address with the name of another database of the same server. */
const addressOf = (url: string, name: string) => url.replace(/\/[^/?]+\?/, `/${name}?`);

/** Runs work on one connection of the owner. */
export async function inClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A new database of the ground's PostgreSQL, empty or a copy. */
export async function newDatabase(
  { postgres }: Pick<Ground, "postgres">,
  template?: string,
): Promise<string> {
  const name = `drill_${randomBytes(4).toString("hex")}`;
  const source = template && /\/([^/?]+)\?/.exec(template)![1];
  await inClient(addressOf(postgres.databaseUrl, "postgres"), (client) =>
    client.query(`create database ${name}${source ? ` template ${source}` : ""}`),
  );
  return addressOf(postgres.databaseUrl, name);
}

const tablesOf = async (client: pg.Client) =>
  (
    await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
    )
  ).rows.map(({ name }) => name);

/** Filled by migrations: an earlier schema has its own rows, and later migrations insert theirs. */
const filledByMigrations = new Set(["billing_constants"]);

/** Copies all rows into an earlier schema, without tables and columns that it does not have. */
export const copyRows = (from: string, to: string) =>
  inClient(from, (source) =>
    inClient(to, async (target) => {
      const known = new Set((await tablesOf(source)).filter((table) => !filledByMigrations.has(table)));
      await target.query("begin; set local session_replication_role = replica");
      for (const name of (await tablesOf(target)).filter((table) => known.has(table))) {
        const { rows } = await source.query<{ rows: string | null }>(
          `select jsonb_agg(t)::text as rows from ${name} t`,
        );
        if (rows[0]?.rows) await insertRows(target, name, rows[0].rows);
      }
      await target.query("commit");
    }),
  );

async function insertRows(client: pg.Client, table: string, rows: string): Promise<void> {
  const { rows: found } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname in (select jsonb_object_keys($2::jsonb -> 0))`,
    [table, rows],
  );
  const { columns } = found[0]!;
  await client.query(
    `insert into ${table} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb) on conflict do nothing`,
    [rows],
  );
}

export type Contents = Record<string, { rows: number; hash: string }>;

/** The rows of each table, counted and hashed in any order. */
export const contentsOf = (url: string): Promise<Contents> =>
  inClient(url, async (client) => {
    const contents: Contents = {};
    for (const name of await tablesOf(client)) {
      const { rows } = await client.query<{ rows: number; hash: string }>(
        `select count(*)::int as rows, coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 15))::bit(60)::bigint), 0)::text as hash
          from ${name} t`,
      );
      contents[name] = rows[0]!;
    }
    return contents;
  });

/** The tables that are not equal in both. */
export const differencesOf = (one: Contents, other: Contents): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => one[name]?.hash !== other[name]?.hash || one[name]?.rows !== other[name]?.rows,
  );

/** Old messages of one organisation over eleven months, half of them from customers, in any schema since messages exist. */
export const addMessages = (client: pg.Client, messages: number) =>
  client.query(
    `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, body, search_text, wamid,
        delivered_at, accepted_at, created_at)
      select 'org_old', 'msg_' || lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || lpad(to_hex(n), 20, '0'),
        case when n % 2 = 0 then 'in' else 'out' end, 'text', 'delivered', '1', 'con_' || n % 10000, '+254711000000', said, said,
        'wamid.old' || n, at, at, at
      from (select n, now() - interval '1 minute' - (n::float8 / $1) * interval '330 days' as at,
        'habari, agizo namba ' || n || ' liko wapi' as said from generate_series(1, $1::int) n) m`,
    [messages],
  );
