import type pg from "pg";
import { describe, expect, it } from "vitest";
import type { OrgId } from "#app/platform/ids.ts";
import { hookedOrg, markDelivered } from "#tests/support/hookEndpoints.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { nodesOf, type PlanRow } from "#tests/support/queryPlan.ts";
import { holdEndpoints, isToHold, releaseEndpoints } from "./holds.server.ts";
import { noteText } from "./noteDelivered.server.ts";
import { readDue, readText, type Wanted, withDueText } from "./readDue.server.ts";

const platform = setUpPlatform({ startsAt: new Date().toISOString() });

/** Most rows that a node of the statement's plan reads of a table. */
async function mostRead(text: string, values: unknown[], table: string): Promise<number> {
  const { rows } = await platform.services.db.owner.query<PlanRow>({
    text: `explain (analyze, format json) ${text}`,
    values,
  });
  const reads = nodesOf(rows[0]!["QUERY PLAN"][0].Plan)
    .filter((node) => node["Relation Name"] === table && node["Node Type"] !== "ModifyTable")
    .map((node) => node["Actual Rows"]! * node["Actual Loops"]!);
  expect(reads.length).toBeGreaterThan(0);
  return Math.max(...reads);
}

async function orgWithBacklog(deliveries: number) {
  const { orgId } = await hookedOrg(platform.services, ["http://127.0.0.1:9/"]);
  await markDelivered(platform.services, orgId, deliveries);
  return orgId;
}

async function held(orgId: OrgId, holder: string) {
  const endpoints = await holdEndpoints(platform.services, holder, true);
  return endpoints.find((endpoint) => endpoint.orgId === orgId)!;
}

const read = (orgId: OrgId, id: string, holder: string, room: number, except: string[] = []) =>
  readDue(platform.services, holder, [{ orgId, id, room }], { except, atMost: 1000 });

describe("whatever the backlog", () => {
  it("holding an endpoint reads one delivery", async () => {
    await orgWithBacklog(3000);
    const now = Date.now();
    const values = [new Date(now), "a", new Date(now + 20_000), true];
    const text = `select t.id from webhook_endpoints t where ${isToHold} order by t.held_until, t.id limit 100`;
    expect(await mostRead(text, values, "webhook_deliveries")).toBeLessThan(50);
  });

  it("no more deliveries and events are read than there is room for", async () => {
    const orgId = await orgWithBacklog(3000);
    const { id } = await held(orgId, "a");
    const values = [new Date(), orgId, [id], [20], "a", ["dlv_1"], 1000];
    expect(await mostRead(readText, values, "webhook_deliveries")).toBeLessThan(50);
    expect(await mostRead(readText, values, "outgoing_events")).toBeLessThan(50);
    const ofAll = [new Date(), [id], []];
    expect(await mostRead(withDueText, ofAll, "webhook_deliveries")).toBeLessThan(50);
    await releaseEndpoints(platform.services, "a");
  });

  it("storing results reads no more deliveries than it changes", async () => {
    const orgId = await orgWithBacklog(3000);
    const { id } = await held(orgId, "a");
    const due = await read(orgId, id, "a", 5);
    const each = <T>(value: T) => due.map(() => value);
    const ids = due.map((delivery) => delivery.id);
    const values = [orgId, ids, each(0), each(new Date()), each(204), each(""), each(12)];
    expect(await mostRead(noteText, values, "webhook_deliveries")).toBeLessThan(50);
    await releaseEndpoints(platform.services, "a");
  });
});

it("organisations without due deliveries cost no statement of their own", async () => {
  const orgIds = [await orgWithBacklog(1)];
  for (let n = 0; n < 20; n += 1)
    orgIds.push((await hookedOrg(platform.services, ["http://127.0.0.1:9/"])).orgId);
  const { db } = platform.services;
  const { rows: wanted } = await db.owner.query<Wanted>(
    `update webhook_endpoints set held_by = 'c', held_until = now() + interval '1 day' where org_id = any($1)
      returning org_id as "orgId", id, 5 as room`,
    [orgIds],
  );
  let statements = 0;
  const query = (config: pg.QueryConfig) => {
    statements += 1;
    return db.system.query(config);
  };
  const services = { ...platform.services, db: { ...db, system: { query } as unknown as pg.Pool } };
  expect(await readDue(services, "c", wanted, { except: [], atMost: 1000 })).toHaveLength(1);
  expect(statements).toBe(2);
  await releaseEndpoints(platform.services, "c");
});

describe("an endpoint", () => {
  it("is held by one process until its time is over", async () => {
    const orgId = await orgWithBacklog(5);
    const { id } = await held(orgId, "a");
    expect(await held(orgId, "b")).toBeUndefined();
    expect(await read(orgId, id, "b", 5)).toEqual([]);
    platform.clock.advance(31_000);
    expect(await held(orgId, "b")).toMatchObject({ id });
    expect(await read(orgId, id, "a", 5)).toEqual([]);
    expect(await read(orgId, id, "b", 5)).toHaveLength(5);
    await releaseEndpoints(platform.services, "b");
  });

  it("is held on by the process that renews in time", async () => {
    const orgId = await orgWithBacklog(5);
    await held(orgId, "a");
    platform.clock.advance(15_000);
    const renewed = await holdEndpoints(platform.services, "a", false);
    expect(renewed.map((endpoint) => endpoint.orgId)).toContain(orgId);
    platform.clock.advance(20_000);
    expect(await held(orgId, "b")).toBeUndefined();
    await releaseEndpoints(platform.services, "a");
  });
});

it("retries are read in turns with new deliveries, each kind in its order", async () => {
  const orgId = await orgWithBacklog(40);
  const { id } = await held(orgId, "a");
  const all = (await read(orgId, id, "a", 100)).map((delivery) => delivery.id);
  expect(all).toEqual([...all].sort());
  const retried = all.slice(-2);
  await platform.services.db.owner.query(
    "update webhook_deliveries set attempts = 1, due_at = $2 where id = any($1)",
    [retried, new Date(platform.clock.now().getTime() - 1000)],
  );
  const first = (await read(orgId, id, "a", 6, [all[0]!])).map((delivery) => delivery.id);
  expect(first.filter((each) => retried.includes(each))).toEqual(retried);
  expect(first.filter((each) => !retried.includes(each))).toEqual(all.slice(1, 5));
  await releaseEndpoints(platform.services, "a");
});
