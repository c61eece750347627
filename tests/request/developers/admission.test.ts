import { eq, like } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApi } from "#app/api/app.server.ts";
import { connect } from "#app/db/client.server.ts";
import { rateLimits } from "#app/db/schema/accounts/sessions.ts";
import { suspensions } from "#app/db/schema/accounts/suspensions.ts";
import { apiCalls } from "#app/db/schema/organisations/apiKeys.ts";
import { flushCalls, logCall } from "#app/domain/organisations/apiCalls/log.server.ts";
import { createKey, revokeKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { watchStatements } from "#tests/support/statements.ts";

const platform = setUpPlatform();
/** Another process on the same database. */
const elsewhere = setUp(
  async () => {
    const services = { ...platform.services, db: connect(platform.services.db.url) };
    return { services, api: createApi(services) };
  },
  async ({ services }) => {
    await flushCalls(services);
    await services.db.close();
  },
);

async function newKey(org: TestOrg) {
  const settings = { name: "Shop", mode: "live" as const, scopes: [everything], expiresAt: null };
  const { keyId, key } = await createKey({ ctx: org.ctx, input: settings });
  const ask = async ({ api }: Pick<typeof elsewhere, "api">) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await api.fetch(new Request("http://localhost:4000/api/v1/numbers", { headers }))).status;
  };
  const inEach = () => Promise.all([ask(platform), ask(elsewhere)]);
  return { keyId, ask, inEach };
}

const apiStatements = () => watchStatements((name) => name === "tarishi-system-api");

describe("with several processes, the next request", () => {
  it("with a suspended organisation's key is rejected by each of them, and accepted after reinstatement", async () => {
    const org = await platform.createOrg();
    const { inEach } = await newKey(org);
    expect(await inEach()).toEqual([200, 200]);
    const id = newId("sus");
    const suspension = {
      id,
      orgId: org.orgId,
      level: "sends" as const,
      reason: "Spam",
      startedBy: org.userId,
    };
    await platform.services.db.withSystem((tx) =>
      tx.insert(suspensions).values({ ...suspension, startedAt: platform.clock.now() }),
    );
    expect(await inEach()).toEqual([401, 401]);
    await platform.services.db.withSystem((tx) =>
      tx.update(suspensions).set({ endedAt: platform.clock.now() }).where(eq(suspensions.id, id)),
    );
    expect(await inEach()).toEqual([200, 200]);
  });

  it("with a key that was revoked while no process received notifications is rejected", async () => {
    const org = await platform.createOrg();
    const { keyId, inEach } = await newKey(org);
    for (const { services } of [platform, elsewhere]) services.db.listen("tarishi_test", () => undefined);
    expect(await inEach()).toEqual([200, 200]);
    await platform.services.db.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'tarishi-listen'`,
    );
    await revokeKey({ ctx: org.ctx, input: { keyId } });
    expect(await inEach()).toEqual([401, 401]);
  });
});

describe("the limit of calls", () => {
  const reserve = async (org: TestOrg, hits: number) =>
    platform.services.db.withSystem((tx) =>
      tx
        .update(rateLimits)
        .set({ hits })
        .where(like(rateLimits.key, `api-key:${org.orgId}:%`)),
    );

  it("is never exceeded by several processes, each of which counts in shares", async () => {
    const org = await platform.createOrg();
    const { ask } = await newKey(org);
    expect(await ask(platform)).toBe(200);
    await reserve(org, 970);
    const count = async (of: Pick<typeof elsewhere, "api">, calls: number) => {
      const statuses = await Promise.all(Array.from({ length: calls }, () => ask(of)));
      return statuses.filter((status) => status === 200).length;
    };
    // 19 of the first share and 20 of the next, then the rest of the thousand.
    expect(await count(platform, 39)).toBe(39);
    expect(await count(elsewhere, 40)).toBe(10);
    expect(await count(platform, 5)).toBe(0);
  });

  it("admits a flood up to the limit, with one statement per share and none for refused calls", async () => {
    const org = await platform.createOrg();
    const { ask } = await newKey(org);
    expect(await ask(platform)).toBe(200);
    await reserve(org, 800);
    const { statements, stop } = apiStatements();
    const statuses = await Promise.all(Array.from({ length: 2000 }, () => ask(platform)));
    stop();
    expect(statuses.filter((status) => status === 200)).toHaveLength(219);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2000 - 219);
    expect(statements.filter(({ name }) => name === "take-from-limit")).toHaveLength(11);
  });
});

describe("the request log", () => {
  it("stores simultaneous calls in few statements", async () => {
    const org = await platform.createOrg();
    const { ask } = await newKey(org);
    const { statements, stop } = apiStatements();
    await Promise.all(Array.from({ length: 50 }, () => ask(platform)));
    await flushCalls(platform.services);
    stop();
    const { calls } = await platform.call("GET /developer/calls", {}, org);
    expect(calls).toHaveLength(50);
    const logged = statements.filter(({ name }) => name === "log-api-calls");
    expect(logged.length).toBeLessThan(25);
  });

  it("stores the others when one cannot be stored", async () => {
    const org = await platform.createOrg();
    const call = {
      orgId: org.orgId,
      keyId: "key_1",
      mode: "live" as const,
      method: "GET",
      path: "/api/v1/numbers",
      status: 200,
      errorCode: null,
      body: null,
      ipAddress: "10.0.0.1",
      userAgent: "test",
    };
    for (const [requestId, durationMs] of [
      ["req-1", 5],
      ["req-2", 1e12],
      ["req-3", 5],
    ] as const)
      logCall(platform.services, { ...call, requestId, durationMs });
    await flushCalls(platform.services);
    const rows = await platform.services.db.withSystem((tx) =>
      tx.select({ id: apiCalls.id }).from(apiCalls).where(eq(apiCalls.orgId, org.orgId)).orderBy(apiCalls.id),
    );
    expect(rows).toEqual([{ id: "req-1" }, { id: "req-3" }]);
  });
});
