import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { connections } from "#app/db/schema/integrations/connections.ts";
import { credentialsOf } from "#app/domain/integrations/connections/access.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { startVendors } from "#tests/support/vendors.ts";

const platform = setUpPlatform({ startsAt: new Date().toISOString() });
const side = setUp(
  () => startVendors(platform),
  ({ close }) => close(),
);

const stored = (org: TestOrg) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx.select().from(connections).where(eq(connections.orgId, org.orgId)),
  );

describe("connecting by OAuth", () => {
  it("stores the credentials sealed, and shows account, health and log", async () => {
    const org = await platform.createOrg();
    await side.connect("hubspot", org);
    const [row] = await stored(org);
    expect(row).toMatchObject({ provider: "hubspot", status: "connected", accountId: "44556677" });
    expect(row!.credentialsEncrypted).toMatch(/^v1\./);
    const shown = await platform.call("GET /integrations/:provider", { provider: "hubspot" }, org);
    expect(shown).toMatchObject({ status: "connected", log: [{ kind: "connection.made", ok: true }] });
    expect(JSON.stringify(shown)).not.toContain(row!.credentialsEncrypted!);
  });

  it("refuses a state of another session or organisation, used twice, or expired", async () => {
    const [org, other] = await Promise.all([platform.createOrg(), platform.createOrg()]);
    const back = await side.allow("hubspot", org);
    const finish = async (as: TestOrg, input: object = back) =>
      (await platform.request("POST /integrations/:provider/callback", { ...input }, as)).status;
    expect(await finish(other)).toBe(409);
    expect(await stored(other)).toEqual([]);
    expect(await finish(org, { ...back, state: "made-up" })).toBe(409);
    expect(await finish(org)).toBe(200);
    expect(await finish(org)).toBe(409);
    const late = await side.allow("slack", org);
    platform.clock.advance(16 * 60_000);
    expect(await finish(org, late)).toBe(409);
    platform.clock.advance(-16 * 60_000);
  });

  it("refuses a shop's response without its signature", async () => {
    const org = await platform.createOrg();
    const back = await side.allow("shopify", org);
    const forged = { ...back, query: back.query.replace(/hmac=\w{4}/, "hmac=0000") };
    const answer = await platform.request("POST /integrations/:provider/callback", forged, org);
    expect(answer.status).toBe(409);
    expect(await stored(org)).toEqual([]);
  });

  it("renews a token once, however many need it at once; a refusal breaks the connection", async () => {
    const org = await platform.createOrg();
    await side.connect("salesforce", org);
    const [row] = await stored(org);
    const one = { orgId: org.orgId, id: row!.id };
    // Single-use refresh tokens: a second use would be refused.
    side.vendors.tokens.rotate = true;
    platform.clock.advance(40 * 60_000);
    const before = side.vendors.tokens.refreshes;
    const all = await Promise.all(Array.from({ length: 5 }, () => credentialsOf(platform.services, one)));
    expect(new Set(all.map(({ accessToken }) => accessToken)).size).toBe(1);
    expect(side.vendors.tokens.refreshes - before).toBe(1);
    // A network error does not break the connection.
    platform.clock.advance(40 * 60_000);
    side.vendors.downFor = 1;
    await expect(credentialsOf(platform.services, one)).rejects.toThrow("answered 503");
    expect((await stored(org))[0]!.status).toBe("connected");
    side.vendors.tokens.revoke("salesforce", row!.accountId);
    await expect(credentialsOf(platform.services, one)).rejects.toThrow("no longer connected");
    expect((await stored(org))[0]).toMatchObject({ status: "broken" });
    const { notifications } = await platform.call("GET /notifications", {}, org);
    expect(notifications.map(({ title }) => title)).toContain("Reconnect Salesforce");
    side.vendors.tokens.rotate = false;
    platform.clock.advance(-80 * 60_000);
  });

  it("is not possible for upcoming services", async () => {
    const org = await platform.createOrg();
    const { integrations } = await platform.call("GET /integrations", { category: "CRM" }, org);
    expect(integrations.map(({ name, status }) => [name, status])).toEqual([
      ["HubSpot", "available"],
      ["Salesforce", "available"],
      ["Zoho CRM", "coming-soon"],
    ]);
    const answer = await platform.request("POST /integrations/:provider/connect", { provider: "zoho" }, org);
    expect(answer.status).toBe(400);
  });

  it("shows each service with its logo", async () => {
    const org = await platform.createOrg();
    const { integrations } = await platform.call("GET /integrations", {}, org);
    for (const { id, logo } of integrations) {
      expect(logo.tile, id).toMatch(/^#[0-9a-f]{6}$/);
      expect(logo.line, id).toMatch(/^M[\d ]/);
    }
    expect(new Set(integrations.map(({ logo }) => logo.line)).size).toBe(integrations.length);
    const { integration } = await platform.call("GET /integrations/:provider", { provider: "slack" }, org);
    expect(integration.logo).toEqual(integrations.find(({ id }) => id === "slack")!.logo);
  });

  it("ends by disconnecting: access revoked, credentials deleted", async () => {
    const org = await platform.createOrg();
    await side.connect("hubspot", org);
    await platform.call("DELETE /integrations/:provider", { provider: "hubspot" }, org);
    expect((await stored(org))[0]).toMatchObject({ status: "disconnected", credentialsEncrypted: null });
    const again = await platform.request("DELETE /integrations/:provider", { provider: "hubspot" }, org);
    expect(again.status).toBe(404);
  });
});
