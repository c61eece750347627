import { describe, expect, it } from "vitest";
import { setUpPlatform } from "#tests/support/platform.ts";
import { limitsOf, poolSizes, purposes } from "./databaseLimits.ts";

const platform = setUpPlatform();

describe("a connection for", () => {
  it.each(purposes)("%s has limits for statements, locks and idle transactions", async (purpose) => {
    const db = platform.services.db.for(purpose);
    const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
    for (const pool of [db.tenant, db.system])
      for (const name of names) {
        const { rows } = await pool.query<{ set: boolean }>(
          "select setting::int between 1 and 900000 as set from pg_settings where name = $1",
          [name],
        );
        expect(rows, name).toEqual([{ set: true }]);
      }
  });
});

it("the number of connections is the operator's choice", () => {
  expect(limitsOf("pages", poolSizes("pages=20, long=2")).max).toBe(20);
  expect(() => poolSizes("pagse=20")).toThrow();
  expect(() => poolSizes("pages=many")).toThrow();
});
