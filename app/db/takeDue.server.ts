import type { OrgId } from "#app/platform/ids.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { clientOf, type Database, type Tx } from "./client.server.ts";

/** Rows of all organisations that are due for a piece of work. */
export interface DueRows {
  /** Of the statements. */
  name: string;
  table: string;
  /** SQL: row `t` is due, by the values `$1` and following. */
  isDue: string;
  values: readonly unknown[];
  /** SQL: those that are due first come first. */
  order: string;
  /** The column by which rows are taken: all due rows with the same value together. */
  key?: string;
  /** The column whose values take turns, however many rows one of them has. */
  line?: string;
  /** So many rows of one line at once, where the next ones wait for the work on these. */
  mostOfLine?: number;
}

interface Candidate {
  orgId: OrgId;
  key: string;
  line: string;
}

/** Lines that fill whole pages are left out of the next one, so that they hide no other. */
const mostPages = 5;

async function readPage(
  db: Database,
  { name, table, isDue, values, order, key = "id", line = "org_id" }: DueRows,
  options: { except: readonly string[]; rows: number },
): Promise<Candidate[]> {
  const at = values.length;
  const { rows } = await db.system.query<Candidate>({
    name: `due-${name}`,
    text: `select t.org_id as "orgId", t.${key} as key, t.${line} as line from ${table} t
      where ${isDue} and t.${line} <> all($${at + 1}::text[]) order by ${order} limit $${at + 2}`,
    values: [...values, options.except, options.rows],
  });
  return rows;
}

/** Up to `atMost` due rows, read without a lock: the first of each line, then the second of each, and so on. */
async function findDue(db: Database, due: DueRows, atMost: number): Promise<Candidate[]> {
  const lines = new Map<string, Candidate[]>();
  const pageRows = 5 * atMost;
  let isFull = true;
  for (let page = 0; isFull && page < mostPages && lines.size < atMost; page++) {
    const rows = await readPage(db, due, { except: [...lines.keys()], rows: pageRows });
    for (const [line, own] of Map.groupBy(rows, (row) => row.line)) lines.set(line, own);
    isFull = rows.length === pageRows;
  }
  const found: Candidate[] = [];
  for (let turn = 0; found.length < atMost && turn < (due.mostOfLine ?? atMost); turn++) {
    const next = [...lines.values()].flatMap((line) => line[turn] ?? []);
    if (next.length === 0) break;
    found.push(...next.slice(0, atMost - found.length));
  }
  return found;
}

/** Locks the rows that are still due and that no other process is taking; returns their ids. */
async function lockDue(
  tx: Tx,
  { name, table, isDue, values, order, key = "id" }: DueRows,
  orgId: OrgId,
  keys: readonly string[],
): Promise<string[]> {
  const at = values.length;
  const org = `$${at + 1}`;
  const { rows } = await clientOf(tx).query<{ id: string }>({
    name: `lock-${name}`,
    text: `select t.id from ${table} t where t.org_id = ${org} and t.${key} = any($${at + 2}::text[]) and ${isDue.replaceAll("t.org_id", org)}
      order by ${order} for no key update of t skip locked`,
    values: [...values, orgId, keys],
  });
  return rows.map(({ id }) => id);
}

/**
 * Takes up to `atMost` due rows of all organisations: they are found without a lock, and locked, checked again and taken in
 * one transaction for each organisation. An error ends the work of its organisation alone. Returns what `take` returned.
 */
export async function takeDue<Taken>(
  { db, log }: { db: Database; log: Logger },
  due: DueRows,
  atMost: number,
  take: (tx: Tx, orgId: OrgId, ids: readonly string[]) => Promise<readonly Taken[]>,
): Promise<Taken[]> {
  const takeOf = (orgId: OrgId, keys: readonly string[]) =>
    db.withSystem(async (tx) => {
      const ids = await lockDue(tx, due, orgId, keys);
      return ids.length === 0 ? [] : take(tx, orgId, ids);
    });
  const taken: Taken[] = [];
  const byOrganisation = Map.groupBy(await findDue(db, due, atMost), ({ orgId }) => orgId);
  for (const [orgId, rows] of byOrganisation) {
    const keys = [...new Set(rows.map(({ key }) => key))];
    const more = await takeOf(orgId, keys).catch((error: unknown) => {
      log.warn({ err: error, orgId, table: due.table }, "due rows not taken");
      return [];
    });
    taken.push(...more);
  }
  return taken;
}
