import { afterEach, expect, it } from "vitest";
import type { OrgId } from "#app/platform/ids.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { type DueRows, takeDue } from "./takeDue.server.ts";

const platform = setUpPlatform();

const due = (): DueRows => ({
  ...{ name: "test-tasks", table: "event_tasks", isDue: "t.due_at <= $1", values: [platform.clock.now()] },
  ...{ order: "t.due_at, t.id", line: "subscriber_id" },
});

/** An organisation with due tasks of a rule, as many minutes ago. */
async function orgWithTasks(count: number, { rule, minutesAgo }: { rule: string; minutesAgo: number }) {
  const { orgId } = await platform.createOrg();
  await platform.services.db.owner.query(
    `insert into event_tasks (org_id, id, kind, subscriber_id, event_id, state, due_at)
      select $1, $2 || '_' || lpad(n::text, 6, '0'), 'rule', $2, 'evt_' || n, 'waiting', $4::timestamptz - make_interval(mins => $5)
      from generate_series(1, $3::int) n`,
    [orgId, rule, count, platform.clock.now(), minutesAgo],
  );
  return orgId;
}

const finish = (orgId: OrgId, ids: readonly string[]) =>
  platform.services.db.owner.query(
    "update event_tasks set due_at = null where org_id = $1 and id = any($2)",
    [orgId, ids],
  );

afterEach(() => platform.services.db.owner.query("delete from event_tasks"));

/** Takes due tasks for good. */
const takeSome = (atMost: number) =>
  takeDue(platform.services, due(), atMost, async (tx, orgId, ids) => {
    await tx.execute(
      `update event_tasks set due_at = null where org_id = '${orgId}' and id in ('${ids.join("', '")}')`,
    );
    return ids.map((id) => ({ orgId, id }));
  });

it("takes every organisation's rows in turns, however many one of them has", async () => {
  await orgWithTasks(10_000, { rule: "rul_flood", minutesAgo: 60 });
  const small = await orgWithTasks(3, { rule: "rul_small", minutesAgo: 1 });
  const taken = await takeSome(20);
  expect(taken).toHaveLength(20);
  expect(taken.filter(({ orgId }) => orgId === small).map(({ id }) => id)).toEqual([
    "rul_small_000001",
    "rul_small_000002",
    "rul_small_000003",
  ]);
});

it("takes no more of one line than is wanted", async () => {
  await orgWithTasks(30, { rule: "rul_a", minutesAgo: 2 });
  await orgWithTasks(2, { rule: "rul_b", minutesAgo: 1 });
  const wanted = { ...due(), mostOfLine: 10 };
  const taken = await takeDue(platform.services, wanted, 100, async (_tx, _orgId, ids) => ids);
  expect(taken).toHaveLength(12);
});

it("takes each row once, also when two processes take at the same time", async () => {
  const orgs = [
    await orgWithTasks(40, { rule: "rul_a", minutesAgo: 2 }),
    await orgWithTasks(40, { rule: "rul_b", minutesAgo: 1 }),
  ];
  const all = (await Promise.all([1, 2, 3].map(() => takeSome(100)))).flat();
  all.push(...(await takeSome(100)));
  expect(all).toHaveLength(80);
  expect(new Set(all.map(({ orgId, id }) => `${orgId} ${id}`)).size).toBe(80);
  expect(new Set(all.map(({ orgId }) => orgId))).toEqual(new Set(orgs));
});

it("leaves rows that another process finished or locks after they were found", async () => {
  const orgId = await orgWithTasks(2, { rule: "rul_a", minutesAgo: 1 });
  const next = await orgWithTasks(1, { rule: "rul_b", minutesAgo: 0 });
  const seen = await takeDue(platform.services, due(), 10, async (_tx, own, ids) => {
    if (own === orgId) await finish(next, ["rul_b_000001"]);
    return ids;
  });
  expect(seen).toEqual(["rul_a_000001", "rul_a_000002"]);
  const locked = await platform.services.db.withSystem(async (tx) => {
    await tx.execute(`select 1 from event_tasks where id = 'rul_a_000001' for update`);
    return takeDue(platform.services, due(), 10, async (_tx, _own, ids) => ids);
  });
  expect(locked).toEqual(["rul_a_000002"]);
});

it("takes the rows of other organisations when one's work fails", async () => {
  const broken = await orgWithTasks(1, { rule: "rul_a", minutesAgo: 1 });
  await orgWithTasks(1, { rule: "rul_b", minutesAgo: 0 });
  const taken = await takeDue(platform.services, due(), 10, async (_tx, orgId, ids) => {
    if (orgId === broken) throw new Error("cannot be taken");
    return ids;
  });
  expect(taken).toEqual(["rul_b_000001"]);
});
