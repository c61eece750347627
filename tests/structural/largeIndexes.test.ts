import path from "node:path";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { distribution } from "#app/db/distribution.ts";
import { largeIndexes, largeTables } from "#app/db/largeIndexes.ts";
import { databaseUrlOf } from "#tests/support/database.ts";
import { root, sourceFiles } from "./files.ts";

/** The last migration that built indexes on large tables itself. */
const lastBefore = "0087";
const large = new Set(largeTables);
const named = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, name]) => name!);

/** The large tables whose writes a migration stops while it builds an index. A table of its own is empty. */
function stoppedBy(sql: string): string[] {
  const text = sql.replace(/--(?!> ).*$/gm, "");
  const own = named(/\bcreate table (?:if not exists )?(?:"?public"?\.)?"?(\w+)/gi, text);
  const indexed = named(
    /\bcreate (?:unique )?index (?:concurrently )?(?:if not exists )?(?:"?\w+"? )?on (?:only )?(?:"?public"?\.)?"?(\w+)/gi,
    text,
  );
  const constrained = named(
    /\balter table (?:only )?(?:"?public"?\.)?"?(\w+)"?[^;]*?\badd (?:constraint "?\w+"? )?(?:unique|primary key|exclude)\b(?! using index)/gi,
    text,
  );
  return [...indexed, ...constrained].filter((table) => large.has(table) && !own.includes(table));
}

/** The index names of each table of the schema. */
async function indexesOfSchema(): Promise<Map<string, { name: string; isUnique: boolean }[]>> {
  const files = sourceFiles(/^app\/db\/schema\/[^/]+\/.*(?<!\.test)\.ts$/);
  const modules = await Promise.all(
    files.map(({ path: file }) => import(path.join(root, file)) as Promise<Record<string, unknown>>),
  );
  return new Map(
    modules
      .flatMap((module) => Object.values(module))
      .filter((value) => value instanceof PgTable)
      .map((table) => {
        const { name, indexes } = getTableConfig(table);
        return [
          name,
          indexes.map(({ config }) => ({ name: config.name ?? "", isUnique: config.unique })),
        ] as const;
      }),
  );
}

describe("indexes on large tables", () => {
  it("are built after the migrations, while the platform writes", () => {
    const later = sourceFiles(/^app\/db\/migrations\/\d{4}_.*\.sql$/).filter(
      ({ path: file }) => path.basename(file) > `${lastBefore}_~`,
    );
    expect(
      later.flatMap(({ path: file, text }) => stoppedBy(text).map((table) => `${file}: ${table}`)),
    ).toEqual([]);
  });

  it.each([
    'CREATE INDEX "messages_by_try" ON "messages" USING btree ("org_id");',
    "create unique index concurrently if not exists a on public.contacts (org_id)",
    "create index on only messages (org_id)",
    'ALTER TABLE "events" ADD CONSTRAINT "events_key" UNIQUE("org_id","id");',
  ])("the rule bites: %s", (sql) => {
    expect(stoppedBy(sql)).toHaveLength(1);
  });

  it.each([
    'CREATE TABLE "messages" ("id" text);--> statement-breakpoint\nCREATE INDEX "a" ON "messages" ("id");',
    'CREATE INDEX "a" ON "partners" ("id");',
    "alter table messages add constraint a unique using index b",
    'ALTER TABLE "messages" ADD COLUMN "a" text;--> statement-breakpoint\nALTER TABLE "partners" ADD CONSTRAINT "a" UNIQUE("id");',
  ])("the rule allows: %s", (sql) => {
    expect(stoppedBy(sql)).toEqual([]);
  });

  it("are on known tables, and named so that each partition's part is found", () => {
    const known = Object.values(distribution).flat();
    expect(largeTables.filter((table) => !known.includes(table))).toEqual([]);
    expect(largeIndexes.filter(({ table }) => !large.has(table))).toEqual([]);
    const longestPartition = "processed_webhooks_before".length + 2;
    expect(largeIndexes.filter(({ name }) => name.length + longestPartition + 1 > 63)).toEqual([]);
  });

  it("are those of the schema, and not unique", async () => {
    const schema = await indexesOfSchema();
    for (const { name, table } of largeIndexes)
      expect(schema.get(table), name).toContainEqual({ name, isUnique: false });
  });

  it("exist, as all indexes of the schema", async () => {
    const client = new pg.Client(databaseUrlOf(inject("databaseServerUrl"), inject("templateDatabase")));
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      "select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisvalid",
    );
    await client.end();
    const existing = new Set(rows.map(({ name }) => name));
    const wanted = [...(await indexesOfSchema()).values()].flat().map(({ name }) => name);
    expect(wanted.length).toBeGreaterThan(100);
    expect(wanted.filter((name) => !existing.has(name))).toEqual([]);
  });
});
