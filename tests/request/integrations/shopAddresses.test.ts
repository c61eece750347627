import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { connections, vendorNotices } from "#app/db/schema/integrations/connections.ts";
import { tendConnections } from "#app/domain/integrations/connections/tend.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { startVendors } from "#tests/support/vendors.ts";

const platform = setUpPlatform();
const side = setUp(
  () => startVendors(platform),
  (running) => running.close(),
);

/** An organisation with a shop of this name. */
async function shopOf(name: string): Promise<{ org: TestOrg; address: string; shop: string }> {
  const org = await platform.createOrg();
  await side.connect("shopify", org);
  const shop = `${name}.myshopify.com`;
  const [row] = await platform.services.db.withSystem((tx) =>
    tx.update(connections).set({ accountId: shop }).where(eq(connections.orgId, org.orgId)).returning(),
  );
  return { org, shop, address: row!.hookAddress! };
}

const order = (over: object = {}) =>
  JSON.stringify({ id: 7, name: "#7", updated_at: platform.clock.now().toISOString(), ...over });

async function post(address: string, body: string, headers: Record<string, string> = {}) {
  const { signingSecret } = platform.services.config.integrations.apps.shopify!;
  const answer = await fetch(address, {
    method: "POST",
    body,
    headers: {
      "x-shopify-topic": "orders/create",
      "x-shopify-hmac-sha256": createHmac("sha256", signingSecret).update(body).digest("base64"),
      ...headers,
    },
  });
  return answer.status;
}

const noticesOf = ({ org }: { org: TestOrg }) =>
  platform.services.db.systemReads.$count(vendorNotices, eq(vendorNotices.orgId, org.orgId));

const shared = () => `${platform.services.config.appUrl}/api/hooks/integrations/shopify`;

describe("a signed notice of one shop", () => {
  it("counts for that shop only, whatever the address or name it arrives under", async () => {
    const [first, other] = [await shopOf("first"), await shopOf("other")];
    const body = order({ name: "#CROSS" });
    expect(await post(first.address, body)).toBe(200);
    expect(await post(first.address, body)).toBe(200);
    expect(await post(other.address, body)).toBe(404);
    expect(await post(shared(), body, { "x-shopify-shop-domain": other.shop })).toBe(404);
    expect(await post(`${first.address.slice(0, -4)}0000`, order())).toBe(404);
    expect(await post(first.address.replace(first.org.orgId, other.org.orgId), order())).toBe(404);
    expect([await noticesOf(first), await noticesOf(other)]).toEqual([1, 0]);
  });

  it("is refused by the age in the signed body, not in its headers", async () => {
    const { address } = await shopOf("aged");
    const old = order({
      updated_at: new Date(platform.clock.now().getTime() - 73 * 3_600_000).toISOString(),
    });
    expect(await post(address, old, { "x-shopify-triggered-at": platform.clock.now().toISOString() })).toBe(
      401,
    );
    expect(await post(address, JSON.stringify({ id: 1 }))).toBe(401);
    expect(await post(address, order(), { "x-shopify-triggered-at": "2020-01-01T00:00:00Z" })).toBe(200);
  });

  it.each([
    "null",
    "[null]",
    '{"id":{"a":1}}',
    '{"id":1,"name":"a\\u0000"}',
    '{"id":1,"name":"\\ud800"}',
    "{",
  ])("is refused permanently as %s", async (body) => {
    const { address } = await shopOf("odd");
    expect(await post(address, body)).toBe(400);
  });
});

it("shops that were connected before keep working, and are resubscribed by the nightly run", async () => {
  const [before, other] = [await shopOf("before"), await shopOf("before-too")];
  for (const { org } of [before, other])
    await platform.services.db.withSystem((tx) =>
      tx.update(connections).set({ hookAddress: null }).where(eq(connections.orgId, org.orgId)),
    );
  const named = ({ shop }: { shop: string }) => ({ "x-shopify-shop-domain": shop });
  const body = order({ name: "#BEFORE" });
  expect(await post(shared(), body, named(before))).toBe(200);
  expect(await post(shared(), body, named(other))).toBe(404);
  side.vendors.shopHooks.push({
    id: 1,
    shop: "duka-letu.myshopify.com",
    topic: "orders/create",
    address: shared(),
  });
  await tendConnections(platform.services);
  const [row] = await platform.services.db.systemReads
    .select()
    .from(connections)
    .where(eq(connections.orgId, before.org.orgId));
  expect(row!.hookAddress).toBe(before.address);
  expect(side.vendors.shopHooks.map(({ address }) => address)).not.toContain(shared());
  expect(await post(shared(), order({ name: "#LATE" }), named(before))).toBe(404);
  expect(await post(before.address, order({ name: "#LATE" }))).toBe(200);
});

describe("a body that can never be applied", () => {
  const signed = (path: string, body: string) => {
    const { config, clock } = platform.services;
    const { signingSecret: hubspot } = config.integrations.apps.hubspot!;
    const { signingSecret: slack } = config.integrations.apps.slack!;
    const url = `${config.appUrl}/api/hooks/integrations/${path}`;
    const now = clock.now().getTime();
    const seconds = String(Math.floor(now / 1000));
    const mac = (secret: string, text: string, encoding: "hex" | "base64") =>
      createHmac("sha256", secret).update(text).digest(encoding);
    return fetch(url, {
      method: "POST",
      body,
      headers: {
        "x-hubspot-request-timestamp": String(now),
        "x-hubspot-signature-v3": mac(hubspot, `POST${url}${body}${now}`, "base64"),
        "x-slack-request-timestamp": seconds,
        "x-slack-signature": `v0=${mac(slack, `v0:${seconds}:${body}`, "hex")}`,
      },
    }).then(({ status }) => status);
  };

  it.each([
    ["hubspot", "[null]"],
    ["hubspot", '[{"eventId":1,"portalId":2,"objectId":"a\\u0000","subscriptionType":"contact.creation"}]'],
    ["slack", "null"],
    [
      "slack",
      '{"type":"event_callback","event":{"type":"message","text":"\\udc00","channel":"C","thread_ts":"1"}}',
    ],
  ])("is refused permanently by %s as %s", async (path, body) => {
    expect(await signed(path, body)).toBe(400);
  });
});
