import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { databaseUrlOf } from "#tests/support/database.ts";
import { places, root, type SourceFile, sourceFiles, withoutComments } from "./files.ts";

/** What came after PostgreSQL 15, the lowest version that the README names: https://www.postgresql.org/docs/release/ */
const since: Record<16 | 17 | 18, string[]> = {
  16: [
    ..."any_value array_sample array_shuffle date_add date_subtract erf erfc json_array json_arrayagg".split(
      " ",
    ),
    ..."json_objectagg pg_input_error_info pg_input_is_valid pg_split_walfile_name random_normal".split(" "),
  ],
  17: [
    ..."json_exists json_query json_scalar json_serialize json_table json_value merge_action to_bin".split(
      " ",
    ),
    ..."to_oct transaction_timeout unicode_assigned uuid_extract_timestamp uuid_extract_version xmltext".split(
      " ",
    ),
  ],
  18: [
    ..."array_reverse array_sort casefold crc32c json_strip_nulls lgamma pg_get_acl uuidv4 uuidv7".split(" "),
  ],
};
const functions = new RegExp(`(?<![.\\w])(${Object.values(since).flat().join("|")})\\s*\\(`);
const syntax: Record<string, RegExp> = {
  "16: IS JSON": /\bis (not )?json (object|array|scalar|value)\b/i,
  "17: AT LOCAL": /\bat local\b/i,
  "17: COPY … ON_ERROR": /\bon_error\b/i,
  "17: SET transaction_timeout": /\btransaction_timeout\b/i,
  "18: RETURNING old or new": /\breturning\b((?!\binto\b)[^;`])*\b(old|new)\./i,
  "18: GENERATED … VIRTUAL": /\bas \([^;]*\) virtual\b/i,
  "18: WITHOUT OVERLAPS": /\bwithout overlaps\b/i,
};

/** Functions and syntax that PostgreSQL 15 does not support. */
function newerThan15(file: SourceFile): string[] {
  const code = { ...file, text: withoutComments(file.text).replace(/--.*$/gm, "") };
  return [functions, ...Object.values(syntax)].flatMap((pattern) => places(code, pattern));
}

describe("PostgreSQL 15 is enough", () => {
  it("for migrations and queries", () => {
    const files = sourceFiles(/^app\/.*(?<!\.test)\.(sql|ts)$/);
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap(newerThan15)).toEqual([]);
  });

  it.each([
    "CASE WHEN pg_input_is_valid(said, 'date') THEN said::date END",
    "default uuidv7()",
    "select json_value(payload, '$.id')",
    "where payload is json object",
    "update contacts set name = $1 returning old.name",
    "day date GENERATED ALWAYS AS (at::date) VIRTUAL",
  ])("the rule bites: %s", (text) => {
    expect(newerThan15({ path: "a.sql", text })).toEqual(["a.sql:1"]);
  });

  it("is the README's promise", () => {
    expect(readFileSync(path.join(root, "README.md"), "utf8")).toContain("needs PostgreSQL 15 or later");
  });
});

describe("dates in contact fields", () => {
  let database: pg.Client;
  beforeAll(async () => {
    database = new pg.Client({
      connectionString: databaseUrlOf(inject("databaseServerUrl"), inject("templateDatabase")),
    });
    await database.connect();
  });
  afterAll(() => database.end());

  async function accepted(said: string[]): Promise<string[]> {
    const { rows } = await database.query<{ said: string }>(
      "select said from unnest($1::text[]) as said where is_iso_date(said)",
      [said],
    );
    return rows.map((row) => row.said);
  }

  it("are exactly the days of the calendar", async () => {
    const { rows } = await database.query<{ valid: number }>(`
      select count(*) filter (where is_iso_date(
        format('%s-%s-%s', lpad(y::text, 4, '0'), lpad(m::text, 2, '0'), lpad(d::text, 2, '0'))))::int as valid
      from unnest(array[0, 1, 1899, 1900, 2000, 2023, 2024, 9999]) as y, generate_series(0, 13) as m, generate_series(0, 32) as d`);
    // Year 0 does not exist; 2000 and 2024 have a leap day, 1900 has none.
    expect(rows[0]!.valid).toBe(7 * 365 + 2);
    const right = ["2024-02-29", "1900-02-28", "0001-01-01", "9999-12-31"];
    const wrong = [
      "2023-02-29",
      "1900-02-29",
      "2024-04-31",
      "0000-01-01",
      "2024-1-1",
      " 2024-01-01",
      "today",
      "",
    ];
    expect(await accepted([...right, ...wrong])).toEqual(right);
  });

  it("are checked alike in databases that predate the check", async () => {
    const folder = path.join(root, "app", "db", "migrations");
    const later = /_(?:dates_without_postgresql_16|contact_values_on_shards)\.sql$/;
    const names = readdirSync(folder)
      .filter((file) => later.test(file))
      .sort();
    const definitions = async () =>
      (
        await database.query(
          "select proname, pg_get_functiondef(oid) as definition from pg_proc where proname in ('is_iso_date', 'set_contact_values') order by 1",
        )
      ).rows;
    const fresh = await definitions();
    expect(fresh).toHaveLength(2);
    await database.query("begin");
    await database.query("drop function is_iso_date(text)");
    await database.query(
      "create or replace function set_contact_values(org text, contact text, fields jsonb) returns void language sql as 'select'",
    );
    for (const name of names) await database.query(readFileSync(path.join(folder, name), "utf8"));
    expect(await definitions()).toEqual(fresh);
    await database.query("rollback");
  });
});
