import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { type Logins, loginsOf } from "./logins.server.ts";

const batchRows = 1000;
/** The text of a batch, about: rows may be large, as the chunks of files are. */
const batchBytes = 8 * 1024 * 1024;
/** Of a table whose rows are not known yet. */
const firstRows = 10;
const head = "tarishi backup 1";

/** What a file contains, or what of it was written. */
export interface BackupCounts {
  tables: number;
  rows: number;
}

/** A failure that the operator can fix. */
export class BackupError extends Error {}

/** Every table of ours with its selected rows. Finished jobs are skipped. */
async function tablesOf(client: pg.Client): Promise<{ name: string; condition: string }[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`,
  );
  const queue = await client.query("select 1 where to_regclass('pgboss.job') is not null");
  return [
    ...rows.map(({ name }) => ({ name: `public.${pg.escapeIdentifier(name)}`, condition: "true" })),
    ...(queue.rowCount ? [{ name: "pgboss.job", condition: "state < 'completed'" }] : []),
  ];
}

const connected = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "tarishi-backup" });
  await client.connect();
  return client;
};

/** Whether row level security hides no row from the account. */
async function seesAll(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ sees: boolean }>(
    "select rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user",
  );
  return rows[0]?.sees ?? false;
}

/** Each partitioned table with the moment where its first month or day begins. */
async function partitionedTables(client: pg.Client): Promise<{ name: string; from: string }[]> {
  const { rows: parents } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'p' order by 1",
  );
  // Versions without partitions have no function either.
  if (parents.length === 0) return [];
  const { rows } = await client.query<{ name: string; from: string }>(
    `select name, to_char(partition_bound('partitions.' || quote_ident(name || '_before'), 'TO') at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS"Z"') as from
      from unnest($1::text[]) name`,
    [parents.map(({ name }) => name)],
  );
  return rows;
}

/**
 * A backup in blocks of whole lines: a header, `P table moment` where the first partition begins, `T table` before its rows
 * as JSON, `S sequence value`, and a checksum. What is done for each block is not done for each row.
 */
async function* blocksOf(client: pg.Client, reader: pg.Client, counts: BackupCounts): AsyncGenerator<string> {
  const { rows: applied } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at desc limit 1",
  );
  yield `${head} ${applied[0]?.hash ?? ""}\n`;
  for (const { name, from } of await partitionedTables(client)) yield `P ${name} ${from}\n`;
  for (const { name, condition } of await tablesOf(client)) {
    yield `T ${name}\n`;
    counts.tables++;
    await reader.query(
      `declare rows no scroll cursor for select to_jsonb(t)::text as row from ${name} t where ${condition}`,
    );
    for (let wanted = firstRows; ; ) {
      const { rows } = await reader.query<{ row: string }>(`fetch ${wanted} from rows`);
      if (rows.length > 0) yield `${rows.map(({ row }) => row).join("\n")}\n`;
      counts.rows += rows.length;
      if (rows.length < wanted) break;
      const longest = Math.max(...rows.map(({ row }) => row.length));
      wanted = Math.min(batchRows, Math.max(firstRows, Math.floor(batchBytes / longest)));
    }
    await reader.query("close rows");
  }
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    "select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null",
  );
  for (const { name, value } of sequences) yield `S ${name} ${value}\n`;
}

async function* sealed(blocks: AsyncGenerator<string>, counts: BackupCounts): AsyncGenerator<string> {
  const hash = createHash("sha256");
  for await (const block of blocks) {
    hash.update(block);
    yield block;
  }
  yield `E ${counts.rows} ${hash.digest("hex")}\n`;
}

const beginSnapshot = "begin isolation level repeatable read read only";

/** A connection that sees every row, in the owner's snapshot: the owner's, or that of the platform's own role. */
async function readerFor(owner: pg.Client, systemUrl: string): Promise<pg.Client> {
  if (await seesAll(owner)) return owner;
  const { rows } = await owner.query<{ snapshot: string }>("select pg_export_snapshot() as snapshot");
  const reader = await connected(systemUrl).catch((error: Error) => {
    throw new BackupError(`The platform's role can't log in to read all rows: ${error.message}`);
  });
  await reader.query(`${beginSnapshot}; set transaction snapshot ${pg.escapeLiteral(rows[0]!.snapshot)}`);
  return reader;
}

/** Writes all data of one snapshot to a file. The platform may run at the same time. */
export async function backUp(
  databaseUrl: string,
  file: string,
  { systemUrl }: Pick<Logins, "systemUrl"> = loginsOf(databaseUrl),
): Promise<BackupCounts> {
  const client = await connected(databaseUrl);
  let reader = client;
  const counts = { tables: 0, rows: 0 };
  try {
    await client.query(beginSnapshot);
    reader = await readerFor(client, systemUrl);
    const text = Readable.from(sealed(blocksOf(client, reader, counts), counts), { highWaterMark: 2 });
    // An update waits for its backup, so time counts more than the last tenth of the size.
    await pipeline(text, createGzip({ level: 1 }), createWriteStream(file, { mode: 0o600 }));
    return counts;
  } finally {
    await Promise.all([client.end(), ...(reader === client ? [] : [reader.end()])]);
  }
}

/** The lines of a file, in order; before the first is returned, the whole file was read once and verified. */
async function* provenLines(file: string): AsyncGenerator<string> {
  const lines = () => createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: 0 });
  const hash = createHash("sha256");
  let last = "";
  let first: string | undefined;
  for await (const line of lines()) {
    first ??= line;
    if (line.startsWith("E ")) last = line;
    else hash.update(`${line}\n`);
  }
  if (!first?.startsWith(head)) throw new BackupError("This is no backup of the platform.");
  if (last.split(" ")[2] !== hash.digest("hex"))
    throw new BackupError("The file is not whole, or was changed since it was written.");
  yield* lines();
}

const isText = (value: unknown): value is string => typeof value === "string";

interface Table {
  name: string;
  columns: string;
}

/** Rows of one table, inserted in batches. */
class RowsToInsert {
  table: Table = { name: "", columns: "" };
  readonly #client: pg.Client;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #inserted = 0;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async add(row: string): Promise<void> {
    this.#waiting.push(row);
    this.#waitingBytes += row.length;
    if (this.#waiting.length >= batchRows || this.#waitingBytes > batchBytes) await this.#insert();
  }

  /** Inserts what waits; returns how many rows were inserted since the last call. */
  async flush(): Promise<number> {
    await this.#insert();
    const inserted = this.#inserted;
    this.#inserted = 0;
    return inserted;
  }

  async #insert(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const { name, columns } = this.table;
    await this.#client.query(
      `insert into ${name} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [`[${this.#waiting.join(",")}]`],
    );
    this.#inserted += this.#waiting.length;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}

/** Fills a migrated, empty database from a file, in one transaction. @throws BackupError, with nothing changed. */
export async function restore(databaseUrl: string, file: string): Promise<BackupCounts> {
  const client = await connected(databaseUrl);
  const counts = { tables: 0, rows: 0 };
  try {
    if (!(await seesAll(client)))
      throw new BackupError("A restore fills every table without its triggers: use a superuser.");
    await client.query("begin");
    // Triggers already counted and checked these rows when they were first written.
    await client.query("set local session_replication_role = replica");
    const rows = new RowsToInsert(client);
    for await (const line of provenLines(file)) {
      const [kind, ...words] = line.startsWith("{") ? [] : line.split(" ");
      if (kind === undefined) await rows.add(line);
      else counts.rows += await rows.flush();
      if (kind === "tarishi") await refuseOther(client, words.at(-1));
      if (kind === "P") await beginPartitions(client, words.filter(isText));
      if (kind === "T") {
        rows.table = await emptied(client, words.join(" "));
        counts.tables++;
      }
      if (kind === "S") await client.query("select setval($1::regclass, $2)", words.filter(isText));
    }
    await client.query("commit");
    return counts;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

/** Lets the months or days of an empty table begin where those of the backup do, so that its rows find theirs. */
async function beginPartitions(client: pg.Client, [name = "", from = ""]: string[]): Promise<void> {
  const { rows } = await client.query<{ part: string; bound: string }>(
    `select inhrelid::regclass::text as part, case when a.atttypid = 'text'::regtype then $3 else $2 end as bound
      from pg_inherits join pg_partitioned_table p on p.partrelid = inhparent
      join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
      where inhparent = to_regclass('public.' || quote_ident($1))`,
    [name, from, `msg_${new Date(from).getTime().toString(16).padStart(12, "0")}`],
  );
  if (!rows[0]) throw new BackupError(`The backup has a table ${name}, which this version does not know.`);
  const whole = `public.${pg.escapeIdentifier(name)}`;
  const bound = pg.escapeLiteral(rows[0].bound);
  const ends = ["before", "after"].map((end) => `partitions.${pg.escapeIdentifier(`${name}_${end}`)}`);
  const others = rows.map(({ part }) => part).filter((part) => !/_(before|after)"?$/.test(part));
  const statements = [
    ...others.map((part) => `drop table ${part}`),
    ...ends.map((end) => `alter table ${whole} detach partition ${end}`),
    `alter table ${whole} attach partition ${ends[0]} for values from (minvalue) to (${bound})`,
    `alter table ${whole} attach partition ${ends[1]} for values from (${bound}) to (maxvalue)`,
    `select keep_partitions(${pg.escapeLiteral(name)}, 1, null, now())`,
  ];
  await client.query(statements.join(";"));
}

/** The columns of a table that accept a value, and the table without rows inserted by migrations. */
async function emptied(client: pg.Client, name: string): Promise<Table> {
  const { rows } = await client.query<{ columns: string | null }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  );
  const columns = rows[0]?.columns;
  if (!columns) throw new BackupError(`The backup has a table ${name}, which this version does not know.`);
  await client.query(`delete from ${name}`);
  return { name, columns };
}

async function refuseOther(client: pg.Client, migration: string | undefined): Promise<void> {
  const { rows } = await client.query<{ hash: string; taken: boolean }>(
    `select hash, exists (select 1 from users) as taken from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  );
  if (rows[0]?.taken) throw new BackupError("The database has accounts already. Restore into an empty one.");
  if (rows[0]?.hash !== migration)
    throw new BackupError("The backup is of another version of the platform. Restore it with that one.");
}
