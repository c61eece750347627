import { loadModule, parseSync } from "libpg-query";
import { type Distribution, distribution, functionsByOrganisation } from "#app/db/distribution.ts";
import type { LoggedStatement } from "./statementLog.ts";

await loadModule();

/** What a statement does that an engine spread over several servers refuses, or can't do in one place. */
export type Rule =
  | "reads the directory and tenants' tables"
  | "locks rows of all organisations"
  | "copies into a tenant's table what it selects"
  | "calls a function by organisation with others"
  | "calls a function by organisation with a plan for all"
  | "writes for several organisations in one transaction";

type Node = Record<string, unknown>;

const kinds = new Map<string, Distribution>();
for (const [kind, names] of Object.entries(distribution) as [Distribution, readonly string[]][])
  for (const name of names) kinds.set(name, kind);

interface Facts {
  tables: Set<string>;
  /** Tables that are written. */
  written: Set<string>;
  locks: boolean;
  /** It calls a function with rights of its own over an organisation's rows. */
  delegates: boolean;
  copiesIntoTenant: boolean;
  /** Places of parameters that are compared with `org_id`, or written to it. */
  orgParameters: Set<number>;
  names: Set<string>;
}

const isTenant = (name: string) => kinds.get(name) === "tenant";
const isOfDirectory = (name: string) => kinds.get(name) === "directory";
const asNode = (value: unknown): Node | undefined =>
  value !== null && typeof value === "object" ? (value as Node) : undefined;

function columnOf(value: unknown): string | undefined {
  const fields = asNode(asNode(value)?.ColumnRef)?.fields as Node[] | undefined;
  return (asNode(fields?.at(-1)?.String)?.sval as string | undefined) ?? undefined;
}

function parameterOf(value: unknown): number | undefined {
  const node = asNode(value);
  const cast = asNode(node?.TypeCast);
  if (cast) return parameterOf(cast.arg);
  return asNode(node?.ParamRef)?.number as number | undefined;
}

const isByOrganisation = (name: Node) =>
  Object.hasOwn(functionsByOrganisation, String(asNode(name.String)?.sval));

const isOrgColumn = (name: string | undefined) => name === "org_id" || name === "partner_id";

/** `org_id = $1`, either way around. */
function readComparison(expression: Node, facts: Facts): void {
  const sides = [expression.lexpr, expression.rexpr];
  if (!sides.some((side) => isOrgColumn(columnOf(side)))) return;
  for (const side of sides) {
    const place = parameterOf(side);
    if (place !== undefined) facts.orgParameters.add(place);
  }
}

function readInsert(statement: Node, facts: Facts): void {
  const table = String(asNode(statement.relation)?.relname);
  facts.written.add(table);
  const columns = ((statement.cols ?? []) as Node[]).map((each) => asNode(each.ResTarget)?.name);
  const place = columns.indexOf("org_id");
  const select = asNode(asNode(statement.selectStmt)?.SelectStmt);
  const rows = (select?.valuesLists ?? []) as Node[];
  const isByShards = statement.onConflictClause !== undefined || statement.returningClause !== undefined;
  if (rows.length === 0 && select && isTenant(table) && !isByShards) facts.copiesIntoTenant = true;
  const lists = rows.map((row) => (asNode(row.List)?.items ?? []) as Node[]);
  const targets = ((select?.targetList ?? []) as Node[]).map((each) => asNode(each.ResTarget)?.val);
  for (const list of lists.length > 0 ? lists : [targets]) {
    const parameter = parameterOf(list[place]);
    if (parameter !== undefined) facts.orgParameters.add(parameter);
  }
}

function walk(value: unknown, facts: Facts): void {
  if (Array.isArray(value)) for (const each of value) walk(each, facts);
  const node = asNode(value);
  if (!node || Array.isArray(value)) return;
  if (typeof node.relname === "string") facts.tables.add(node.relname);
  if (typeof node.ctename === "string") facts.names.add(node.ctename);
  for (const [key, child] of Object.entries(node)) {
    const inner = asNode(child);
    if (key === "A_Expr" && inner) readComparison(inner, facts);
    if (key === "InsertStmt" && inner) readInsert(inner, facts);
    if ((key === "UpdateStmt" || key === "DeleteStmt") && inner)
      facts.written.add(String(asNode(inner.relation)?.relname));
    if (key === "lockingClause") facts.locks = true;
    if (key === "FuncCall" && inner && (inner.funcname as Node[]).some(isByOrganisation))
      facts.delegates = true;
    walk(child, facts);
  }
}

const known = new Map<string, Facts>();

/** What a statement reads and writes. */
function factsOf(text: string): Facts {
  const before = known.get(text);
  if (before) return before;
  const facts: Facts = {
    tables: new Set(),
    written: new Set(),
    locks: false,
    delegates: false,
    copiesIntoTenant: false,
    orgParameters: new Set(),
    names: new Set(),
  };
  walk(parseSync(text), facts);
  for (const name of facts.names) facts.tables.delete(name);
  known.set(text, facts);
  return facts;
}

/** In a transaction whose plans are made for all values, calls are not sent to the organisation's server. */
export function callsWithPlanForAll(transaction: readonly LoggedStatement[]): boolean {
  let isForced = false;
  return transaction.some(({ text }) => {
    const mode = /set_config\('plan_cache_mode', '(\w+)'/.exec(text)?.[1];
    if (mode) isForced = mode === "force_generic_plan";
    return isForced && factsOf(text).delegates;
  });
}

/** The rules that one statement breaks, each with the tables of tenants that are concerned. */
export function brokenBy({ text }: Pick<LoggedStatement, "text">): { rule: Rule; tables: string[] }[] {
  const facts = factsOf(text);
  const own = [...facts.tables].filter(isTenant);
  const written = [...facts.written].filter(isTenant);
  if (facts.delegates && (facts.tables.size > 0 || facts.names.size > 0))
    return [{ rule: "calls a function by organisation with others", tables: own }];
  if (own.length === 0) return [];
  const broken: [Rule, boolean, string[]][] = [
    ["reads the directory and tenants' tables", [...facts.tables].some(isOfDirectory), own],
    ["locks rows of all organisations", facts.locks && facts.orgParameters.size === 0, own],
    ["copies into a tenant's table what it selects", facts.copiesIntoTenant, written],
  ];
  return broken.filter(([, is]) => is).map(([rule, , tables]) => ({ rule, tables: tables.sort() }));
}

/** The tables of tenants that a statement writes, and for which organisations, by its values. */
export function writtenBy({ text, values }: LoggedStatement): { tables: string[]; organisations: string[] } {
  const { written, orgParameters } = factsOf(text);
  const tables = [...written].filter(isTenant);
  const organisations = [...orgParameters].flatMap((place) => values[place - 1] ?? []);
  return { tables, organisations: tables.length > 0 ? organisations : [] };
}
