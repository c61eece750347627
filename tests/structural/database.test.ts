import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { databaseUrlOf } from "#tests/support/database.ts";
import { root } from "./files.ts";

let database: pg.Client;
beforeAll(async () => {
  database = new pg.Client({
    connectionString: databaseUrlOf(inject("databaseServerUrl"), inject("templateDatabase")),
  });
  await database.connect();
});
afterAll(() => database.end());

/** Tables with an org_id whose rows a tenant could see or write without row level security. */
async function openTables(): Promise<string[]> {
  const { rows } = await database.query<{ name: string; forced: boolean; policies: number }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select count(*)::int from pg_policy p
        where p.polrelid = c.oid and (
          -- The system role may see all; a tenant only what the setting names.
          p.polroles = array['tarishi_system'::regrole::oid]
          or pg_get_expr(p.polqual, p.polrelid) like '%app.org_id%')) as policies
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relkind in ('r', 'p')
    order by c.relname`);
  expect(rows.length).toBeGreaterThan(10);
  return rows.filter((row) => !row.forced || row.policies === 0).map((row) => row.name);
}

describe("row level security", () => {
  it("binds every table of a tenant, including its owner", async () => {
    expect(await openTables()).toEqual([]);
  });

  it("shows a tenant nothing before the organisation is set", async () => {
    const { rows } = await database.query<{ name: string }>(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'org_id'",
    );
    await database.query("begin");
    await database.query("set local role tarishi_tenant");
    for (const { name } of rows) {
      await database.query("savepoint each_table");
      const seen = await database.query(`select 1 from "${name}" limit 1`).then(
        (result) => result.rowCount,
        (error: { code?: string }) => (error.code === "42501" ? 0 : Promise.reject(error)),
      );
      await database.query("rollback to each_table");
      expect(seen, name).toBe(0);
    }
    await database.query("rollback");
  });

  it("the rule bites", async () => {
    await database.query("begin");
    await database.query("create table forgotten (org_id text not null)");
    expect(await openTables()).toEqual(["forgotten"]);
    await database.query("alter table forgotten enable row level security");
    expect(await openTables()).toEqual(["forgotten"]);
    await database.query("select protect_tenant_table('forgotten')");
    expect(await openTables()).toEqual([]);
    await database.query("rollback");
  });

  it("cannot be bypassed by the platform's roles", async () => {
    const { rows } = await database.query(
      "select rolname from pg_roles where rolname like 'tarishi\\_%' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)",
    );
    expect(rows).toEqual([]);
  });
});

interface KitApi {
  generateDrizzleJson(schema: Record<string, unknown>, prevId?: string): { id: string };
  generateMigration(previous: unknown, current: unknown): Promise<string[]>;
}

describe("migrations", () => {
  const folder = path.join(root, "app", "db", "migrations");
  const kit = createRequire(import.meta.url)("drizzle-kit/api") as KitApi;

  async function schema(): Promise<Record<string, unknown>> {
    const files = readdirSync(path.join(root, "app", "db", "schema"), {
      encoding: "utf8",
      recursive: true,
    }).filter((name) => name.endsWith(".ts"));
    const modules = await Promise.all(
      files.map(
        (name) => import(path.join(root, "app", "db", "schema", name)) as Promise<Record<string, unknown>>,
      ),
    );
    return Object.assign({}, ...modules) as Record<string, unknown>;
  }

  const snapshots = readdirSync(path.join(folder, "meta")).filter((name) => name.endsWith("_snapshot.json"));
  const newestSnapshot = () =>
    JSON.parse(readFileSync(path.join(folder, "meta", snapshots[0]!), "utf8")) as { id: string };

  it("keep the newest snapshot alone, as `npm run db:generate` leaves it", () => {
    const newest = readdirSync(folder)
      .filter((name) => name.endsWith(".sql"))
      .sort()
      .at(-1);
    expect(snapshots).toEqual([`${newest!.slice(0, 4)}_snapshot.json`]);
  });

  it("lead to exactly the schema", async () => {
    const snapshot = newestSnapshot();
    const current = kit.generateDrizzleJson(await schema(), snapshot.id);
    expect(await kit.generateMigration(snapshot, current)).toEqual([]);
  });

  it("the rule bites", async () => {
    const { pgTable, text } = await import("drizzle-orm/pg-core");
    const snapshot = newestSnapshot();
    const changed = { ...(await schema()), forgotten: pgTable("forgotten", { note: text("note") }) };
    const statements = await kit.generateMigration(snapshot, kit.generateDrizzleJson(changed, snapshot.id));
    expect(statements.join()).toContain('CREATE TABLE "forgotten"');
  });

  it("are all in the journal, in order, and none is left out", () => {
    const journal = JSON.parse(readFileSync(path.join(folder, "meta", "_journal.json"), "utf8")) as {
      entries: { idx: number; tag: string; when: number }[];
    };
    const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort());
    const times = journal.entries.map(({ when }) => when);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});
