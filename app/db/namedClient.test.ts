import { expect, it } from "vitest";
import { clientOf, type Database } from "#app/db/client.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { createNames } from "./namedClient.server.ts";

it("a text is named from its third use on, always the same", () => {
  const nameOf = createNames();
  const names = ["select $1", "select $1", "select $2", "select $1", "select $1"].map(nameOf);
  expect(names).toEqual([undefined, undefined, undefined, "s1", "s1"]);
});

it("limits the named texts to the plans a connection should keep", () => {
  const nameOf = createNames(2);
  const thrice = (text: string) => [nameOf(text), nameOf(text), nameOf(text)].at(-1);
  expect(["a", "b", "c"].map(thrice)).toEqual(["s1", "s2", undefined]);
});

const platform = setUpPlatform();

/** The plans a connection keeps after the same text was sent four times. */
const plansKept = (db: Database, text: string, name?: string) =>
  db.withSystem(async (tx) => {
    const client = clientOf(tx);
    const statement = { text, values: [1], ...(name === undefined ? {} : { name }) };
    for (let time = 0; time < 4; time++) await client.query(statement);
    const { rows } = await client.query<{ count: number }>({
      text: `select count(*) from pg_prepared_statements where statement = '${text}'`,
    });
    return rows[0]!.count;
  });

it("pages name repeated statements, but not those with the empty name; the sender names only its own", async () => {
  const { db } = platform.services;
  expect(await plansKept(db, "select $1::int as a")).toBe(1);
  expect(await plansKept(db, "select $1::int as b", "")).toBe(0);
  expect(await plansKept(db.for("sender"), "select $1::int as c")).toBe(0);
});
