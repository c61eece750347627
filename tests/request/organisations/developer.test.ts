import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { rateLimits } from "#app/db/schema/accounts/sessions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { apiKeys } from "#app/db/schema/organisations/apiKeys.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { connectNumber } from "#tests/support/campaign.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();

const numbersOf = async (as: { apiKey: string }) =>
  (await platform.request("GET /v1/numbers", {}, as)).json() as Promise<{ data: unknown[] }>;

const keyOf = async (org: TestOrg) => (await platform.call("POST /developer/api-key", {}, org)).key!;

describe("the API key of an organisation", () => {
  it("is not created by reading it", async () => {
    const org = await platform.createOrg();
    const none = { id: null, key: null, createdAt: null };
    expect(await platform.call("GET /developer/api-key", {}, org)).toEqual(none);
    expect(await platform.call("GET /developer/api-key", {}, org)).toEqual(none);
    const { logs } = await platform.call("GET /activity-logs", { type: "security" }, org);
    expect(logs).toEqual([]);
  });

  it("is created once, stays, and is returned in one shape", async () => {
    const org = await platform.createOrg();
    const create = () => platform.call("POST /developer/api-key", {}, org);
    const [first, ...others] = await Promise.all([create(), create(), create()]);
    expect(first).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^tarishi_live_[0-9a-f]{72}$/),
      createdAt: platform.clock.now().toISOString(),
    });
    expect(others).toEqual([first, first]);
    expect(await platform.call("GET /developer/api-key", {}, org)).toEqual(first);
    const replaced = await platform.call("POST /developer/api-key/regenerate", {}, org);
    expect(Object.keys(replaced)).toEqual(Object.keys(first!));
    const { logs } = await platform.call("GET /activity-logs", { type: "security" }, org);
    expect(logs.map((entry) => [entry.action, entry.details])).toEqual([
      ["API key regenerated", `API key ending in ${replaced.key!.slice(-4)}`],
      ["API key created", `API key ending in ${first!.key!.slice(-4)}`],
    ]);
  });

  it("that is regenerated before there is one is created", async () => {
    const org = await platform.createOrg();
    await platform.call("POST /developer/api-key/regenerate", {}, org);
    const { logs } = await platform.call("GET /activity-logs", { type: "security" }, org);
    expect(logs.map((entry) => entry.action)).toEqual(["API key created"]);
  });

  it("is replaced, and the old one stops at once", async () => {
    const org = await platform.createOrg();
    const old = await keyOf(org);
    expect(await numbersOf({ apiKey: old })).toMatchObject({ data: [] });
    const { key } = await platform.call("POST /developer/api-key/regenerate", {}, org);
    expect(key).not.toBe(old);
    expect(await keyOf(org)).toBe(key);
    const refusal = await platform.request("GET /v1/numbers", {}, { apiKey: old });
    expect(refusal.status).toBe(401);
    expect(refusal.headers.get("www-authenticate")).toBe("Bearer");
    expect(await refusal.json()).toMatchObject({ code: "auth.key_required" });
    expect(await numbersOf({ apiKey: key })).toMatchObject({ data: [] });
  });

  it("opens its own organisation only, and no call of a member", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg("Soko Safi")];
    const account = { wabaId: "111", phoneNumberId: "222", accessToken: "EAA" };
    await connectNumber(platform.services, org.orgId, account);
    const [ours, theirs] = [{ apiKey: await keyOf(org) }, { apiKey: await keyOf(other) }];
    const { data } = await numbersOf(ours);
    expect(data).toEqual([
      {
        phone_number_id: "222",
        display_phone_number: expect.stringMatching(/^\+?\d/),
        verified_name: "Duka Letu",
        quality_rating: expect.any(String),
        throughput_per_second: expect.any(Number),
        sendable: true,
      },
    ]);
    expect(await numbersOf(theirs)).toMatchObject({ data: [] });
    expect((await platform.request("GET /contacts", {}, ours)).status).toBe(401);
  });

  it("allows a thousand calls a minute, counted per organisation", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg("Soko Safi")];
    const [ours, theirs] = [{ apiKey: await keyOf(org) }, { apiKey: await keyOf(other) }];
    await numbersOf(ours);
    await platform.services.db.withSystem((tx) => tx.update(rateLimits).set({ hits: 1000 }));
    // The calls this process has reserved already.
    for (let n = 1; n < 20; n += 1)
      expect((await platform.request("GET /v1/numbers", {}, ours)).status).toBe(200);
    const refusal = await platform.request("GET /v1/numbers", {}, ours);
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await platform.request("GET /v1/numbers", {}, theirs)).status).toBe(200);
  });

  it("stops when no manager can sign in, even if an agent can", async () => {
    const [org, agent] = [await platform.createOrg(), await platform.createOrg("Soko Safi")];
    const key = { apiKey: await keyOf(org) };
    await platform.services.db.withSystem((tx) =>
      tx.insert(members).values({ orgId: org.orgId, userId: agent.userId, role: "agent" }),
    );
    expect((await platform.request("GET /v1/numbers", {}, key)).status).toBe(200);
    await platform.services.db.withSystem((tx) =>
      tx.update(users).set({ accountStatus: "suspended" }).where(eq(users.id, org.userId)),
    );
    expect((await platform.request("GET /v1/numbers", {}, key)).status).toBe(401);
  });

  it("is not stored in plain text, and not long after it was replaced", async () => {
    const org = await platform.createOrg();
    const key = await keyOf(org);
    await platform.call("POST /developer/api-key/regenerate", {}, org);
    const rows = await platform.services.db.withSystem((tx) =>
      tx.select().from(apiKeys).where(eq(apiKeys.orgId, org.orgId)).orderBy(apiKeys.id),
    );
    expect(JSON.stringify(rows)).not.toContain(key.slice("tarishi_live_".length));
    expect(rows.map((row) => row.keyEncrypted.slice(0, 3))).toEqual(["", "v1."]);
  });

  it("copied into another organisation's row is refused", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg("Soko Safi")];
    await keyOf(org);
    await keyOf(other);
    await platform.services.db.withSystem(async (tx) => {
      const [row] = await tx.select().from(apiKeys).where(eq(apiKeys.orgId, org.orgId));
      await tx.update(apiKeys).set({ keyEncrypted: row!.keyEncrypted }).where(eq(apiKeys.orgId, other.orgId));
    });
    expect((await platform.request("GET /developer/api-key", {}, other)).status).toBe(500);
  });

  it("is not available to agents and visitors", async () => {
    const org = await platform.createOrg();
    await platform.services.db.withSystem((tx) =>
      tx
        .update(members)
        .set({ role: "agent" })
        .where(and(eq(members.orgId, org.orgId), eq(members.userId, org.userId))),
    );
    for (const key of [
      "GET /developer/api-key",
      "POST /developer/api-key",
      "POST /developer/api-key/regenerate",
    ]) {
      expect((await platform.request(key, {}, org)).status).toBe(403);
      expect((await platform.request(key)).status).toBe(401);
    }
  });
});
