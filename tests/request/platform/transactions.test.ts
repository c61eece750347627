import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "#app/db/client.server.ts";
import { isSerializationFailure } from "#app/db/transient.ts";
import { createTestPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUp(createTestPlatform, ({ close }) => close());
const query = (text: string) => platform.services.db.owner.query<{ name: string; value: number }>(text);

beforeAll(() =>
  query(
    "create table counters (name text primary key, value int not null); grant all on counters to tarishi_system, tarishi_tenant",
  ),
);
afterEach(() => query("truncate counters"));

const add = (tx: Tx, name: string) =>
  tx.execute(sql`update counters set value = value + 1 where name = ${name}`);

async function counters(): Promise<Record<string, number>> {
  const { rows } = await query("select name, value from counters");
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Resolves for each when this many have arrived. */
function meeting(size: number): () => Promise<void> {
  let come = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    come += 1;
    if (come >= size) resolve();
    return promise;
  };
}

describe("a transaction aborted by PostgreSQL", () => {
  it("is retried after a deadlock, with one effect", async () => {
    await query("insert into counters values ('a', 0), ('b', 0)");
    const { orgId } = await platform.createOrg();
    const both = meeting(2);
    let tries = 0;
    const inOrder = (first: string, second: string) => async (tx: Tx) => {
      tries += 1;
      await add(tx, first);
      await both();
      await add(tx, second);
      return first;
    };
    const answers = await Promise.all([
      platform.services.db.withSystem(inOrder("a", "b")),
      platform.services.db.withOrg(orgId, inOrder("b", "a")),
    ]);
    expect(answers).toEqual(["a", "b"]);
    expect(await counters()).toEqual({ a: 2, b: 2 });
    expect(tries).toBe(3);
  });

  it("is retried after a serialization failure, so that none of many is lost", async () => {
    await query("insert into counters values ('a', 0)");
    const both = meeting(2);
    const work = async (tx: Tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read`);
      await tx.execute(sql`select value from counters`);
      await both();
      await add(tx, "a");
    };
    await Promise.all([platform.services.db.withSystem(work), platform.services.db.withSystem(work)]);
    expect(await counters()).toEqual({ a: 2 });
  });

  it("fails after five tries; every other failure fails at once", async () => {
    const failing = async (sqlstate: string) => {
      let tries = 0;
      const error = await platform.services.db
        .withSystem((tx) => {
          tries += 1;
          return tx.execute(
            sql.raw(`do $$ begin raise exception 'no' using errcode = '${sqlstate}'; end $$`),
          );
        })
        .catch((thrown: unknown) => thrown);
      return { tries, lost: isSerializationFailure(error) };
    };
    expect(await failing("40P01")).toEqual({ tries: 5, lost: true });
    expect(await failing("40001")).toEqual({ tries: 5, lost: true });
    expect(await failing("55P03")).toEqual({ tries: 1, lost: false });
  });
});
