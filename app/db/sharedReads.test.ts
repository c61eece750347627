import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { inOneGo } from "#app/db/client.server.ts";
import { withTimeLimit } from "#app/db/search.server.ts";
import { sharedReads } from "#app/db/sharedReads.server.ts";
import { countStatements } from "#app/platform/run/statementCount.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
let org: TestOrg;
let other: TestOrg;
beforeAll(async () => {
  [org, other] = [await platform.createOrg(), await platform.createOrg()];
});

const transactionId = (reader: number) =>
  sql`select pg_current_snapshot()::text || pg_backend_pid() as id, ${reader}::int as reader`;
const organisation = sql`select current_setting('app.org_id') as id`;
const idOf = ({ rows }: { rows: Record<string, unknown>[] }) => rows[0]!.id;

it("shares one transaction among running works", async () => {
  const db = sharedReads(platform.services.db);
  const read = (reader: number) =>
    db.withOrg(org.orgId, async (tx) => idOf(await tx.execute(transactionId(reader))));
  const [first, second, third] = await Promise.all([read(1), read(2), read(3)]);
  expect(new Set([first, second, third]).size).toBe(1);
  expect(await db.withSystem(async (tx) => idOf(await tx.execute(transactionId(1))))).not.toBe(first);
});

it("sends the same statement once within a transaction, and gives each caller its own rows", async () => {
  const db = sharedReads(platform.services.db);
  const read = (id: string) =>
    db.withOrg(org.orgId, async (tx) => {
      const { rows } = await tx.execute<{ name: string }>(
        sql`select name from organisations where id = ${id}`,
      );
      return rows.splice(0).length;
    });
  const { result, count } = await countStatements(() =>
    Promise.all([read(org.orgId), read(org.orgId), read("org_none"), read(org.orgId)]),
  );
  expect(result).toEqual([1, 1, 0, 1]);
  expect(count).toMatchObject({ statements: 2, transactions: 1 });
});

it("ends the transaction with the last work, so that later work sees what was written in the meantime", async () => {
  const db = sharedReads(platform.services.db);
  const name = () =>
    db.withOrg(org.orgId, async (tx) =>
      idOf(await tx.execute(sql`select name as id from organisations where id = ${org.orgId}`)),
    );
  await name();
  await platform.services.db.withSystem((tx) =>
    tx.execute(sql`update organisations set name = 'Duka Jipya' where id = ${org.orgId}`),
  );
  await expect.poll(name).toBe("Duka Jipya");
  await expect.poll(() => platform.services.db.tenant.idleCount).toBe(platform.services.db.tenant.totalCount);
});

it("keeps organisations apart", async () => {
  const db = sharedReads(platform.services.db);
  const read = (orgId: TestOrg["orgId"]) =>
    db.withOrg(orgId, async (tx) => idOf(await tx.execute(organisation)));
  expect(await Promise.all([read(org.orgId), read(other.orgId), read(org.orgId)])).toEqual([
    org.orgId,
    other.orgId,
    org.orgId,
  ]);
});

it("runs work that writes or locks in a transaction of its own", async () => {
  const db = sharedReads(platform.services.db);
  const name = sql`select name as id from organisations where id = ${org.orgId}`;
  const rename = db.withSystem((tx) =>
    tx.execute(sql`update organisations set name = 'Duka Letu' where id = ${org.orgId}`),
  );
  expect((await rename).rowCount).toBe(1);
  expect(idOf(await db.withSystem((tx) => tx.execute(sql`${name} for share`)))).toBe("Duka Letu");
});

it("retries work whose transaction ended with the failure of other work", async () => {
  const db = sharedReads(platform.services.db);
  const failing = db.withOrg(org.orgId, (tx) => tx.execute(sql`select 1 / 0`));
  const parallel = db.withOrg(org.orgId, async (tx) => {
    await tx.execute(organisation);
    await failing.catch(() => undefined);
    return idOf(await tx.execute(organisation));
  });
  await expect(failing).rejects.toMatchObject({ cause: { code: "22012" } });
  expect(await parallel).toBe(org.orgId);
});

it("shows later callers what separate transactions wrote, also while the first snapshot stays open", async () => {
  const db = sharedReads(platform.services.db);
  const name = () =>
    db.withSystem(async (tx) =>
      idOf(await tx.execute(sql`select name as id from organisations where id = ${org.orgId}`)),
    );
  const rename = () =>
    db.withSystem((tx) =>
      tx.execute(sql`update organisations set name = 'Duka Kuu' where id = ${org.orgId}`),
    );
  await db.withSystem(async (tx) => {
    await tx.execute(transactionId(1));
    await rename();
    expect(await name()).toBe("Duka Kuu");
  });
});

it("limits the time of one statement on request, and not of later ones", async () => {
  const limit = sql`select current_setting('statement_timeout') as id`;
  const db = sharedReads(platform.services.db);
  for (const way of [db, platform.services.db, platform.services.db.for("jobs")]) {
    const seen = await way.withOrg(org.orgId, async (tx) => {
      const before = idOf(await tx.execute(limit));
      const within = (n: number) => withTimeLimit(tx, () => tx.execute(sql`${limit}, ${n}::int as n`));
      const [first, second] = [idOf(await within(1)), idOf(await within(2))];
      const after = idOf(await tx.execute(sql`${limit}, 3 as n`));
      return { isAsBefore: before === after, first, second };
    });
    expect(seen).toEqual({ isAsBefore: true, first: "2s", second: "2s" });
  }
});

it("sends each work of those in one go once", async () => {
  const { count } = await countStatements(() =>
    platform.services.db.withOrg(org.orgId, (tx) =>
      inOneGo(tx, [() => tx.execute(sql`select 1`), () => tx.execute(sql`select 2`)]),
    ),
  );
  expect(count).toMatchObject({ statements: 2 });
});

it("fails with the original error when other works failed because of it", async () => {
  const nothing = sql`select 1 as id`;
  const works = [
    async (tx: Parameters<typeof inOneGo>[0]) => {
      await tx.execute(nothing);
      return tx.execute(nothing);
    },
    (tx: Parameters<typeof inOneGo>[0]) => tx.execute(sql`select 1 / 0`),
  ];
  const failing = platform.services.db.for("api").withOrg(org.orgId, (tx) =>
    inOneGo(
      tx,
      works.map((work) => () => work(tx)),
    ),
  );
  await expect(failing).rejects.toMatchObject({ cause: { code: "22012" } });
});
