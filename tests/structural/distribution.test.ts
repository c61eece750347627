import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Distribution, distribution } from "#app/db/distribution.ts";
import { databaseUrlOf } from "#tests/support/database.ts";
import { ratchet } from "./ratchet.ts";
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

/** Foreign keys of tenants' tables to the directory, or without the organisation. */
async function foreignKeysAcross({ tenant, directory }: Kinds): Promise<string[]> {
  const { rows } = await database.query<{ key: string }>(
    `select t.relname || ' → ' || f.relname as key from pg_constraint c
      join pg_class t on t.oid = c.conrelid and t.relnamespace = 'public'::regnamespace
      join pg_class f on f.oid = c.confrelid
    where c.contype = 'f' and t.relname = any($1) and (f.relname = any($2) or not exists (
      select 1 from pg_attribute a where a.attrelid = t.oid and a.attnum = any(c.conkey) and a.attname = 'org_id'))
    order by 1`,
    [tenant, directory],
  );
  return rows.map(({ key }) => key);
}

/** Rows of a member are deleted, and conversations unassigned, together with the member. */
const toMembers = [
  "canned_replies → members",
  "conversations → members",
  "inbox_members → members",
  "notification_choices → members",
  "notifications → members",
  "reply_drafts → users",
  "team_members → members",
];

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
    const found = await foreignKeysAcross(distribution);
    expect(ratchet("foreign keys across the distribution", toMembers, found)).toEqual([]);
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
    expect(await foreignKeysAcross(moved("deals", "members"))).toEqual([
      "members → organisations",
      "members → users",
    ]);
  });
});
