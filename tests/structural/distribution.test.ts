import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Distribution, distribution } from "#app/db/distribution.ts";
import { databaseUrlOf } from "#tests/support/database.ts";
import { tables } from "./tables.ts";

let database: pg.Client;
beforeAll(async () => {
  database = new pg.Client({
    connectionString: databaseUrlOf(inject("databaseServerUrl"), inject("templateDatabase")),
  });
  await database.connect();
});
afterAll(() => database.end());

type Kinds = Readonly<Record<Distribution, readonly string[]>>;

/** Tables without a kind, with several, and names of no table. */
function misplaced(kinds: Kinds, names: readonly string[]): string[] {
  const listed = Object.values(kinds).flat();
  return [
    ...names.filter((name) => !listed.includes(name)).map((name) => `no kind: ${name}`),
    ...listed.filter((name) => !names.includes(name)).map((name) => `no table: ${name}`),
    ...listed.filter((name, place) => listed.indexOf(name) !== place).map((name) => `twice: ${name}`),
  ];
}

/** Tables of tenants whose rows may have no organisation. */
async function withoutOrganisation({ tenant }: Kinds): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select t.name from unnest($1::text[]) as t(name) where not exists (
      select 1 from information_schema.columns c
      where c.table_schema = 'public' and c.table_name = t.name and c.column_name = 'org_id' and c.is_nullable = 'NO')`,
    [tenant],
  );
  return rows.map(({ name }) => name);
}

/** Primary and other unique keys of tenants' tables that do not begin with the organisation. */
async function keysWithoutOrganisation({ tenant }: Kinds): Promise<string[]> {
  const { rows } = await database.query<{ key: string }>(
    `select k.relname as key from pg_index i
      join pg_class k on k.oid = i.indexrelid
      join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0] and a.attname = 'org_id'
    where i.indisunique and t.relname = any($1) and a.attname is null order by 1`,
    [tenant],
  );
  return rows.map(({ key }) => key);
}

/** Foreign keys of tenants' tables to the directory, or to other tenants' tables without the organisation. */
async function foreignKeysAcross({ tenant, directory }: Kinds): Promise<string[]> {
  const { rows } = await database.query<{ key: string }>(
    `select t.relname || ' → ' || f.relname as key from pg_constraint c
      join pg_class t on t.oid = c.conrelid and t.relnamespace = 'public'::regnamespace
      join pg_class f on f.oid = c.confrelid
    where c.contype = 'f' and t.relname = any($1) and (f.relname = any($2) or f.relname = any($1) and not exists (
      select 1 from pg_attribute a where a.attrelid = t.oid and a.attnum = any(c.conkey) and a.attname = 'org_id'))
    order by 1`,
    [tenant, directory],
  );
  return rows.map(({ key }) => key);
}

/** Functions of policies of spread and copied tables that read a table of the directory: their server has none. */
async function policiesOfDirectory({ tenant, reference, directory }: Kinds): Promise<string[]> {
  const { rows } = await database.query<{ policy: string }>(
    `select distinct p.proname || ' → ' || d.name as policy from pg_policy o
      join pg_class t on t.oid = o.polrelid and t.relname = any($1)
      join pg_depend e on e.classid = 'pg_policy'::regclass and e.objid = o.oid and e.refclassid = 'pg_proc'::regclass
      join pg_proc p on p.oid = e.refobjid
      join unnest($2::text[]) as d(name) on p.prosrc ~ ('\\m' || d.name || '\\M') order by 1`,
    [[...tenant, ...reference], directory],
  );
  return rows.map(({ policy }) => policy);
}

describe("distribution", () => {
  const names = tables.map(({ sqlName }) => sqlName);

  it("names each table once", () => {
    expect(misplaced(distribution, names)).toEqual([]);
  });

  it("gives every row of a tenant's table an organisation", async () => {
    expect(await withoutOrganisation(distribution)).toEqual([]);
  });

  it("finds rows of tenants by keys that begin with the organisation", async () => {
    expect(await keysWithoutOrganisation(distribution)).toEqual([]);
  });

  it("joins tenants' tables by foreign keys within the organisation", async () => {
    expect(await foreignKeysAcross(distribution)).toEqual([]);
  });

  it("keeps policies of spread and copied tables away from the directory", async () => {
    expect(await policiesOfDirectory(distribution)).toEqual([]);
  });

  it("the rules bite", async () => {
    const kinds = { directory: ["users"], reference: [], tenant: ["users", "deals"] };
    expect(misplaced(kinds, ["users", "bots"])).toEqual(["no kind: bots", "no table: deals", "twice: users"]);
    const moved = (...tenant: string[]) => ({ ...distribution, tenant });
    expect(await withoutOrganisation(moved("deals", "mpesa_receipts", "users"))).toEqual([
      "mpesa_receipts",
      "users",
    ]);
    expect(await keysWithoutOrganisation(moved("deals", "support_visits"))).toEqual(["support_visits_open"]);
    const across = { ...distribution, directory: ["contacts"], tenant: ["deals", "deal_stages", "users"] };
    expect(await foreignKeysAcross(across)).toEqual(["deals → contacts"]);
    expect(await policiesOfDirectory({ ...distribution, directory: ["partner_links"] })).toEqual([
      "is_linked_organisation → partner_links",
    ]);
  });
});

/** Functions that a generated column or an index calls, and that call another of ours without its schema. */
async function withoutSchema(): Promise<string[]> {
  const { rows } = await database.query<{ name: string; body: string; isStored: boolean }>(
    `select p.proname as name, p.prosrc as body, exists (
        select 1 from pg_depend d left join pg_class c on d.classid = 'pg_class'::regclass and c.oid = d.objid and c.relkind in ('i', 'I')
        where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid and (c.oid is not null or d.classid = 'pg_attrdef'::regclass)
      ) as "isStored"
      from pg_proc p where p.pronamespace = 'public'::regnamespace`,
  );
  const calls = (body: string) =>
    rows.some(({ name }) => new RegExp(`(?<![.\\w])${name}\\s*\\(`, "i").test(body));
  return rows.filter(({ isStored, body }) => isStored && calls(body)).map(({ name }) => name);
}

it("names schemas in functions that columns and indexes call", async () => {
  const { rows } = await database.query(
    "select 1 from pg_depend where refobjid = 'public.contact_search_text'::regproc and classid = 'pg_attrdef'::regclass",
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(await withoutSchema()).toEqual([]);
});

it("detects a function without its schema", async () => {
  await database.query("begin");
  await database.query(`create or replace function public.contact_search_text(name text, tags text[], username text)
    returns text language sql immutable as 'select folded(name)'`);
  expect(await withoutSchema()).toEqual(["contact_search_text"]);
  await database.query("rollback");
});
