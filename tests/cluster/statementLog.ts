import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { TestServer } from "#tests/support/server.ts";

/** A statement as the database received it. */
export interface LoggedStatement {
  /** Of its transaction. */
  transaction: string;
  text: string;
  values: (string | null)[];
}

/** Begins each line of the log, and nothing else. */
const mark = "\u0001";

/** Makes a server's database write every statement of the platform's roles to its log, with its values. */
export async function logStatements({ databaseUrl, dataDir }: TestServer) {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const settings = {
    log_line_prefix: `${mark}%u %p/%v `,
    log_parameter_max_length: "-1",
  };
  for (const [name, value] of Object.entries(settings))
    await owner.query(`alter system set ${name} = ${pg.escapeLiteral(value)}`);
  for (const role of ["tarishi_tenant", "tarishi_system"])
    await owner.query(`alter role ${role} set log_min_duration_statement = 0`);
  await owner.query("select pg_reload_conf()");
  await owner.end();
  const file = path.join(dataDir, "postgres.log");
  const from = statSync(file).size;
  return { read: (): LoggedStatement[] => statementsOf(readFileSync(file).subarray(from).toString()) };
}

/** The statements of a log, in its order. */
export function statementsOf(log: string): LoggedStatement[] {
  const found: LoggedStatement[] = [];
  let last: LoggedStatement | undefined;
  for (const entry of log.split(mark)) {
    const [, place, kind, body] = /^\S+ (\S+) (LOG|DETAIL): {2}([\s\S]*)$/.exec(entry.trimEnd()) ?? [];
    if (!place || !body) continue;
    if (kind === "DETAIL") {
      if (last) last.values = valuesOf(body);
      continue;
    }
    // Parsing and binding a statement are logged as well.
    const text = /^duration: [\d.]+ ms {2}(?:statement|execute [^:]*): ([\s\S]*)$/.exec(body)?.[1];
    last = text ? { transaction: place, text, values: [] } : undefined;
    if (last) found.push(last);
  }
  return found;
}

/** `Parameters: $1 = 'org_1', $2 = NULL` */
function valuesOf(detail: string): (string | null)[] {
  const values: (string | null)[] = [];
  for (const [, place, , text] of detail.matchAll(/\$(\d+) = (NULL|'((?:[^']|'')*)')/g))
    values[Number(place) - 1] = text === undefined ? null : text.replaceAll("''", "'");
  return values;
}
