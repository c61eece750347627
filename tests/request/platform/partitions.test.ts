import { describe, expect, it } from "vitest";
import { flushCalls, logCall } from "#app/domain/organisations/apiCalls/log.server.ts";
import { callFigures, listCalls } from "#app/domain/organisations/apiCalls/queries.server.ts";
import { newId } from "#app/platform/ids.ts";
import { keepPartitions } from "#app/worker/keepPartitions.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { nodesOf, type PlanRow } from "#tests/support/queryPlan.ts";
import { setUp } from "#tests/support/setUp.ts";

// Days and months are those of UTC, as the partitions of the database: in Nairobi, the next one begins three hours before.
const platform = setUpPlatform({ startsAt: `${new Date().toISOString().slice(0, 10)}T09:00:00Z` });
const ours = setUp(() => platform.createOrg());
const theirs = setUp(() => platform.createOrg("Shop of others"));
const dayMs = 86_400_000;

async function call(org: TestOrg, at: Date): Promise<string> {
  const { services } = platform;
  const requestId = newId("log", at.getTime());
  logCall(
    { ...services, clock: { now: () => at } },
    {
      ...{
        orgId: org.orgId,
        requestId,
        keyId: "key_1",
        mode: "live",
        method: "GET",
        path: "/api/v1/messages",
      },
      ...{
        status: 200,
        errorCode: null,
        durationMs: 12,
        body: null,
        ipAddress: "127.0.0.1",
        userAgent: "test",
      },
    },
  );
  await flushCalls(services);
  return requestId;
}

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  platform.services.db.owner.query<Row>(text, values).then(({ rows }) => rows);
/** The partition that each call lies in. */
const placesOf = async (ids: string[]) => {
  const rows = await query<{ id: string; place: string }>(
    "select id, tableoid::regclass::text as place from api_calls where id = any($1)",
    [ids],
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
};
const nameOf = (day: Date) => `partitions.api_calls_${day.toISOString().slice(0, 10).replaceAll("-", "")}`;
const keep = (now: Date) => keepPartitions({ ...platform.services, clock: { now: () => now } });

describe("partitions by day", () => {
  const now = () => platform.services.clock.now();
  const inDays = (days: number) => new Date(now().getTime() + days * dayMs);

  it("keep today's calls in today's partition", async () => {
    const id = await call(ours, now());
    expect((await placesOf([id])).get(id)).toBe(nameOf(now()));
  });

  it("lose no call of a day without partition, and move it once the day has one", async () => {
    const late = inDays(20);
    const id = await call(ours, late);
    expect((await placesOf([id])).get(id)).toBe("partitions.api_calls_after");
    await keep(late);
    expect((await placesOf([id])).get(id)).toBe(nameOf(late));
    await keep(late);
    expect((await placesOf([id])).size).toBe(1);
  });

  it("drop a day as a whole once it has expired, and not before", async () => {
    const day = inDays(40);
    const [early, kept] = [await call(ours, day), await call(ours, inDays(41))];
    const stray = await call(ours, inDays(-3));
    await keep(day);
    await keep(new Date(inDays(71).getTime() - 60_000));
    expect([...(await placesOf([early, kept, stray])).keys()]).toEqual([kept]);
    expect(await query("select to_regclass($1) as found", [nameOf(day)])).toEqual([{ found: null }]);
  });

  it("are dropped after a day at the earliest", async () => {
    const { system } = platform.services.db;
    const refused = system.query("select keep_partitions('api_calls', 7, now(), now())");
    await expect(refused).rejects.toThrow("kept for a day at least");
  });
});

describe("partitions by month", () => {
  /** Noon of the 20th, so many months from now. */
  const inMonths = (months: number) => {
    const now = platform.services.clock.now();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 20, 12));
  };
  const monthOf = (moment: Date) =>
    `partitions.messages_${moment.toISOString().slice(0, 7).replace("-", "")}`;
  const message = async (at: Date) => {
    const id = newId("msg", at.getTime());
    await query(
      "insert into messages (org_id, id, direction, type, phone_number_id) values ($1, $2, 'in', 'text', '1')",
      [ours.orgId, id],
    );
    return id;
  };
  const placeOf = async (id: string) => {
    const rows = await query<{ place: string }>(
      "select tableoid::regclass::text as place from messages where org_id = $1 and id = $2",
      [ours.orgId, id],
    );
    return rows.map(({ place }) => place).join();
  };
  const keepMonths = (now: Date) => query("select keep_partitions('messages', 2, null, $1)", [now]);
  /** Storage parameters and indexes that partitions have. */
  const storage = () =>
    query<{ options: string[]; indexes: number }>(`select distinct c.reloptions as options,
      (select count(*)::int from pg_index i where i.indrelid = c.oid and i.indisvalid) as indexes
      from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'messages'::regclass`);

  it("keep this month's and the next two months' messages apart, and earlier ones together", async () => {
    const months = [0, 1, 2].map(inMonths);
    const ids = await Promise.all(months.map(message));
    expect(await Promise.all(ids.map(placeOf))).toEqual(months.map(monthOf));
    expect(await placeOf(await message(inMonths(-14)))).toBe("partitions.messages_before");
  });

  it("lose no message when none were made for months, and move each once its month has a partition", async () => {
    const months = [15, 16, 17].map(inMonths);
    const ids = await Promise.all(months.map(message));
    expect(new Set(await Promise.all(ids.map(placeOf)))).toEqual(new Set(["partitions.messages_after"]));
    await keepMonths(months[2]!);
    expect(await Promise.all(ids.map(placeOf))).toEqual(months.map(monthOf));
    await keepMonths(months[2]!);
    expect(await Promise.all(ids.map(placeOf))).toEqual(months.map(monthOf));
  });

  it("are not dropped, and all have the same storage parameters and indexes", async () => {
    const old = await message(inMonths(-14));
    await keepMonths(inMonths(30));
    expect(await placeOf(old)).toBe("partitions.messages_before");
    expect(await storage()).toEqual([
      { options: ["fillfactor=40", "autovacuum_vacuum_scale_factor=0.05"], indexes: 10 },
    ]);
  });
});

describe("a partition's rows", () => {
  it("are shown to their organisation alone, and to no role directly", async () => {
    const now = platform.services.clock.now();
    await call(theirs, now);
    const before = (await callFigures({ ctx: theirs.ctx })).calls;
    await call(ours, now);
    expect((await callFigures({ ctx: theirs.ctx })).calls).toBe(before);
    for (const role of ["tarishi_tenant", "tarishi_system"])
      await expect(
        platform.services.db.withSystem(async (tx) => {
          await tx.execute(`set local role ${role}`);
          await tx.execute(`select 1 from ${nameOf(now)}`);
        }),
        role,
      ).rejects.toMatchObject({ cause: { code: "42501" } });
  });

  it("of two days at most are read for the newest page of the log", async () => {
    const now = platform.services.clock.now();
    await Promise.all(Array.from({ length: 60 }, () => call(ours, now)));
    expect((await listCalls({ ctx: ours.ctx, input: {} })).calls).toHaveLength(50);
    const rows = await platform.services.db.withOrg(ours.orgId, async (tx) => {
      const { rows } = await tx.execute<PlanRow & Record<string, unknown>>(
        `explain (analyze, format json) select id from api_calls where org_id = '${ours.orgId}'
          and created_at between '${new Date(now.getTime() - 30 * dayMs).toISOString()}' and '${now.toISOString()}' order by created_at desc, id desc limit 51`,
      );
      return rows;
    });
    const read = nodesOf(rows[0]!["QUERY PLAN"][0].Plan).filter(
      (node) => node["Relation Name"]?.startsWith("api_calls") && node["Actual Loops"]! > 0,
    );
    expect(new Set(read.map((node) => node["Relation Name"])).size).toBeLessThanOrEqual(2);
  });
});
