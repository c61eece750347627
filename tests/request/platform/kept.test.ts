import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createCachedValue } from "#app/db/cachedValue.server.ts";
import { clientOf, connect, type Database, type Tx } from "#app/db/client.server.ts";
import type { LimitChanges } from "#app/platform/config/databaseLimits.ts";
import { startDatabaseProxy } from "#tests/support/databaseProxy.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const owner = () => platform.services.db.owner;
beforeAll(async () => {
  await owner().query("create table kept_values (value int not null)");
  await owner().query("insert into kept_values values (0)");
  await owner().query("grant select, update on kept_values to tarishi_tenant, tarishi_system");
});

/** By hand: no process is notified. */
const setUnnoticed = (value: number) => owner().query("update kept_values set value = $1", [value]);

async function readValue(tx: Tx): Promise<number> {
  const { rows } = await clientOf(tx).query<{ value: number }>({ text: "select value from kept_values" });
  return rows[0]!.value;
}

function anotherProcess(url = platform.services.db.url, limits: LimitChanges = {}): Database {
  const db = connect(url, { limits });
  ends.push(() => db.close());
  return db;
}

let channels = 0;

/** A cached value with a count of its loads. `afterLoad` runs between the read and its end. */
function keptValue(afterLoad: () => Promise<void> = async () => undefined) {
  const counted = { loads: 0 };
  channels += 1;
  const channel = `kept_values_${channels}`;
  const kept = createCachedValue(channel, async (tx) => {
    counted.loads += 1;
    const value = await readValue(tx);
    await afterLoad();
    return value;
  });
  const read = (db: Database) => db.withSystem(kept.read);
  const change = (db: Database, value: number) =>
    db.withSystem(async (tx) => {
      await clientOf(tx).query({ text: "update kept_values set value = $1", values: [value] });
      kept.drop(tx);
    });
  /** Reads until the value comes from memory. */
  const warmUp = async (db: Database) => {
    await expect
      .poll(async () => {
        const before = counted.loads;
        await read(db);
        return counted.loads - before;
      })
      .toBe(0);
  };
  return { ...kept, channel, read, change, warmUp, counted, readIn: kept.read };
}

const isListening = "application_name = 'tarishi-listen' and datname = current_database()";

describe("a value cached in memory", () => {
  it("is loaded once for concurrent readers, and not again before it changes", async () => {
    const { db } = platform.services;
    const kept = keptValue();
    await kept.warmUp(db);
    const heard = Promise.withResolvers<void>();
    ends.push(db.listen(kept.channel, (payload) => payload !== undefined && heard.resolve()));
    await kept.change(db, 7);
    await heard.promise;
    const before = kept.counted.loads;
    expect(await Promise.all([kept.read(db), kept.read(db), kept.read(db)])).toEqual([7, 7, 7]);
    expect(await kept.read(db)).toBe(7);
    expect(kept.counted.loads - before).toBe(1);
  });

  it("is read from the database while the process does not listen yet", async () => {
    const db = anotherProcess();
    const kept = keptValue();
    await Promise.all([kept.read(db), kept.read(db)]);
    expect(kept.counted.loads).toBe(2);
  });

  it("changes at once for the transaction that changed it, and for others with its commit", async () => {
    const { db } = platform.services;
    await setUnnoticed(1);
    const kept = keptValue();
    await kept.warmUp(db);
    await db.withSystem(async (tx) => {
      await clientOf(tx).query({ text: "update kept_values set value = 2" });
      kept.drop(tx);
      expect(await kept.readIn(tx)).toBe(2);
      expect(await kept.read(db)).toBe(1);
    });
    expect(await kept.read(db)).toBe(2);
    const failed = db.withSystem(async (tx) => {
      await clientOf(tx).query({ text: "update kept_values set value = 3" });
      kept.drop(tx);
      expect(await kept.readIn(tx)).toBe(3);
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(await kept.read(db)).toBe(2);
  });

  it("changes in another process", async () => {
    const { db } = platform.services;
    const other = anotherProcess();
    await setUnnoticed(1);
    const kept = keptValue();
    await kept.warmUp(other);
    await kept.change(db, 2);
    await expect.poll(() => kept.read(other)).toBe(2);
    await kept.warmUp(other);
    expect(await kept.read(other)).toBe(2);
  });

  it("is not cached from a read that was in flight when it changed", async () => {
    const { db } = platform.services;
    await setUnnoticed(1);
    let hold: Promise<void> = Promise.resolve();
    let answered = 0;
    const kept = keptValue(() => {
      answered += 1;
      return hold;
    });
    await kept.warmUp(db);
    await kept.change(db, 2);
    const gate = Promise.withResolvers<void>();
    hold = gate.promise;
    const before = answered;
    const early = kept.read(db);
    await expect.poll(() => answered).toBe(before + 1);
    hold = Promise.resolve();
    await kept.change(db, 3);
    expect(await kept.read(db)).toBe(3);
    gate.resolve();
    expect(await early).toBe(2);
    expect(await kept.read(db)).toBe(3);
  });

  it("is read from the database after the listening connection was cut", async () => {
    const db = anotherProcess();
    await setUnnoticed(1);
    const kept = keptValue();
    await kept.warmUp(db);
    await setUnnoticed(2);
    expect(await kept.read(db)).toBe(1);
    await owner().query(`select pg_terminate_backend(pid) from pg_stat_activity where ${isListening}`);
    await expect.poll(() => kept.read(db)).toBe(2);
    // Changes in between are visible once the process listens again.
    await setUnnoticed(3);
    await kept.warmUp(db);
    expect(await kept.read(db)).toBe(3);
  });

  it("is read from the database after the listening connection hung", async () => {
    const proxy = await startDatabaseProxy(platform.services.db.url);
    ends.push(() => proxy.close());
    const quick = { statementMs: 1000 };
    const db = anotherProcess(proxy.url, { sender: quick, pages: quick });
    await setUnnoticed(1);
    const kept = keptValue();
    await kept.warmUp(db);
    await setUnnoticed(2);
    proxy.freeze();
    const { db: direct } = platform.services;
    await kept.change(direct, 3);
    await expect.poll(() => kept.read(db).catch(() => "a connection that died"), { interval: 200 }).toBe(3);
  });
});
