// One file, because all services are tested in the same way with one set of fakes.
import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { connectionLinks } from "#app/db/schema/integrations/connections.ts";
import { eventTasks } from "#app/db/schema/integrations/rules.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { readDueConnections } from "#app/domain/integrations/vendors/readDue.server.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { startVendors } from "#tests/support/vendors.ts";

const platform = setUpPlatform({ startsAt: new Date().toISOString() });
const side = setUp(
  () => startVendors(platform),
  ({ close }) => close(),
);
const chats = createChats(platform);

const peopleOf = (org: TestOrg) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx.select().from(contacts).where(eq(contacts.orgId, org.orgId)).orderBy(contacts.phone),
  );

async function write(shop: Awaited<ReturnType<typeof chats.shopWithCustomer>>, text: string) {
  const timestamp = String(Math.floor(platform.clock.now().getTime() / 1000));
  await platform.services.db.withSystem((tx) =>
    applyInbound(tx, platform.services, shop.org.orgId, shop.phoneNumberId, {
      contacts: [{ profile: { name: "Asha Mwangi" }, wa_id: "254712345678" }],
      messages: [{ from: "254712345678", id: newId("evt"), timestamp, type: "text", text: { body: text } }],
    } as never),
  );
}

/** The services keep what they received, but the process died before it was recorded here. */
async function dieBeforeNoting(org: TestOrg): Promise<void> {
  await platform.services.db.withSystem(async (tx) => {
    await tx
      .update(eventTasks)
      .set({ state: "running", dueAt: new Date(0) })
      .where(eq(eventTasks.orgId, org.orgId));
    await tx.delete(connectionLinks).where(eq(connectionLinks.orgId, org.orgId));
  });
}

describe("HubSpot", () => {
  it("syncs contacts and messages both ways, without echoes", async () => {
    const shop = await chats.shopWithCustomer();
    await side.connect("hubspot", shop.org);
    await platform.call("POST /contacts", { name: "Otieno Juma", phone: "0722000111" }, shop.org);
    await side.settle();
    const theirs = [...side.vendors.hubspot.values()].find(({ phone }) => phone === "+254722000111");
    expect(theirs).toMatchObject({ firstname: "Otieno", lastname: "Juma" });
    await side.play("hubspot-contact", {
      id: theirs!.id,
      firstname: "Otieno",
      lastname: "Okoth",
      phone: "+254722000111",
    });
    await side.play("hubspot-contact", { firstname: "Njeri", lastname: "Mwangi", phone: "0712000201" });
    await side.settle();
    expect((await peopleOf(shop.org)).map(({ name }) => name)).toEqual([
      "Njeri Mwangi",
      "Asha Mwangi",
      "Otieno Okoth",
    ]);
    const size = side.vendors.hubspot.size;
    await side.settle();
    expect(side.vendors.hubspot.size).toBe(size);
    await write(shop, "Habari zenu");
    await side.settle();
    expect(side.vendors.timeline.map(({ text }) => text)).toContain("Customer: Habari zenu");
  });

  it("creates a message and a contact once, though the process died before recording them", async () => {
    const shop = await chats.shopWithCustomer();
    await side.connect("hubspot", shop.org);
    await write(shop, "Bei gani, <b>leo</b> & kesho?");
    await side.settle();
    const notices = () => [
      side.vendors.timeline.filter(({ text }) => text.includes("Bei gani")).length,
      [...side.vendors.hubspot.values()].filter(({ phone }) => phone === "+254712345678").length,
    ];
    expect(notices()).toEqual([1, 1]);
    await dieBeforeNoting(shop.org);
    await side.settle();
    expect(notices()).toEqual([1, 1]);
  });

  it("is refused unsigned, with another signature, or too old", async () => {
    const body = "[]";
    const url = `${platform.services.config.appUrl}/api/hooks/integrations/hubspot`;
    const { signingSecret } = platform.services.config.integrations.apps.hubspot!;
    const post = async (at: number, secret: string | null) => {
      const signature = createHmac("sha256", secret ?? "")
        .update(`POST${url}${body}${at}`)
        .digest("base64");
      const headers = {
        "x-hubspot-request-timestamp": String(at),
        ...(secret === null ? {} : { "x-hubspot-signature-v3": signature }),
      };
      return (await fetch(url, { method: "POST", body, headers })).status;
    };
    const now = platform.clock.now().getTime();
    expect(await post(now, null)).toBe(401);
    expect(await post(now, "another")).toBe(401);
    expect(await post(now - 6 * 60_000, signingSecret)).toBe(401);
    expect(await post(now, signingSecret)).toBe(204);
  });
});

describe("Shopify", () => {
  it("imports orders and abandoned carts as events, once each", async () => {
    const shop = await chats.shopWithCustomer();
    await side.connect("shopify", shop.org);
    const { ruleId } = await platform.call(
      "POST /rules",
      {
        name: "Buyers",
        event: "order.placed",
        field1: "total",
        operator1: "at_least",
        value1: "1000",
        tag: "buyer",
      },
      shop.org,
    );
    await platform.call("POST /rules/:ruleId/switch", { ruleId, isOn: true }, shop.org);
    const { signingSecret } = platform.services.config.integrations.apps.shopify!;
    const body = JSON.stringify({
      id: 1,
      name: "#1",
      total_price: "1500.00",
      currency: "KES",
      phone: "0712000203",
      customer: { first_name: "Amina" },
      updated_at: platform.clock.now().toISOString(),
    });
    const { address } = side.vendors.shopHooks.find(({ topic }) => topic === "orders/create")!;
    const post = async (headers: Record<string, string> = {}) =>
      (
        await fetch(address, {
          method: "POST",
          body,
          headers: {
            "x-shopify-topic": "orders/create",
            "x-shopify-hmac-sha256": createHmac("sha256", signingSecret).update(body).digest("base64"),
            ...headers,
          },
        })
      ).status;
    expect(await post({ "x-shopify-hmac-sha256": "" })).toBe(401);
    expect([await post(), await post(), await post({ "x-shopify-topic": "orders/fulfilled" })]).toEqual([
      200, 200, 200,
    ]);
    await side.settle();
    const { runs } = await platform.call("GET /rules/:ruleId/log", { ruleId }, shop.org);
    expect(runs).toMatchObject([{ state: "done", contact: "Amina", steps: [{ kind: "tag", ok: true }] }]);
    await side.play("shop-cart", { token: "left" });
    await side.play("shop-cart", { token: "bought", phone: "0712000209" });
    await side.play("shop-order", { cart: "bought" });
    await side.settle();
    platform.clock.advance(61 * 60_000);
    await side.settle();
    const { log } = await platform.call("GET /integrations/:provider", { provider: "shopify" }, shop.org);
    expect(log.filter(({ kind }) => kind === "cart.received")).toHaveLength(1);
    platform.clock.advance(-61 * 60_000);
  });
});

describe("Slack", () => {
  it("posts a new conversation, and sends a reply in its thread to the customer once", async () => {
    const shop = await chats.shopWithCustomer();
    await side.connect("slack", shop.org);
    await platform.call(
      "PUT /integrations/:provider/settings",
      { provider: "slack", channel: "#whatsapp" },
      shop.org,
    );
    await write(shop, "Mnafungua lini?");
    await side.settle();
    expect(side.vendors.slack.at(-1)!.text).toContain("Asha Mwangi, +254712345678: Mnafungua lini?");
    await side.play("slack-reply", { text: "Saa mbili &amp; nusu" });
    await side.settle();
    await side.settle();
    const sent = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.select({ body: messages.body }).from(messages).where(eq(messages.direction, "out")),
    );
    expect(sent).toEqual([{ body: "Saa mbili & nusu" }]);
    await write(shop, "Asante");
    await side.settle();
    expect(side.vendors.slack.at(-1)).toMatchObject({ text: "Asante", threadTs: expect.any(String) });
  });

  it("posts a message once, and its thread still works, though the process died before recording it", async () => {
    const shop = await chats.shopWithCustomer();
    await side.connect("slack", shop.org);
    const channel = { provider: "slack" as const, channel: "#mauzo" };
    await platform.call("PUT /integrations/:provider/settings", channel, shop.org);
    await write(shop, "Kuna unga?");
    await side.settle();
    const posts = () => side.vendors.slack.filter(({ text }) => text.includes("Kuna unga?"));
    expect(posts()).toHaveLength(1);
    await dieBeforeNoting(shop.org);
    await side.settle();
    expect(posts()).toHaveLength(1);
    await write(shop, "Kilo mbili");
    await side.settle();
    expect(side.vendors.slack.at(-1)).toMatchObject({ text: "Kilo mbili", threadTs: posts()[0]!.ts });
    await platform.call("DELETE /integrations/:provider", { provider: "slack" }, shop.org);
  });
});

describe("read-only services", () => {
  it("Google Sheets and Salesforce import contacts, and skip those read before", async () => {
    const org = await platform.createOrg();
    await side.connect("google_sheets", org);
    await side.connect("salesforce", org);
    await platform.call(
      "PUT /integrations/:provider/settings",
      {
        provider: "google_sheets",
        spreadsheetId: "https://docs.google.com/spreadsheets/d/abc-123/edit",
        importRange: "Contacts!A:C",
      },
      org,
    );
    await platform.call("POST /contacts", { phone: "0712000101", name: "Wanjiku", tags: "vip" }, org);
    await side.play("salesforce-contact", { firstname: "Kevin", lastname: "Otieno", phone: "0712000202" });
    await readDueConnections(platform.services);
    expect((await peopleOf(org)).map(({ name, tags }) => [name, tags])).toEqual([
      ["Wanjiku Kamau", ["vip", "newsletter"]],
      ["Brian Ochieng", ["vip"]],
      ["Kevin Otieno", []],
    ]);
    platform.clock.advance(16 * 60_000);
    await readDueConnections(platform.services);
    const { log } = await platform.call("GET /integrations/:provider", { provider: "google_sheets" }, org);
    expect(log.filter(({ kind }) => kind === "contacts.read").map(({ detail }) => detail)).toContain(
      "2 contacts, 0 new or changed",
    );
    platform.clock.advance(-16 * 60_000);
  });
});

describe.each([
  { provider: "hubspot", phones: ["+254712000311", "+254712000312"] },
  { provider: "salesforce", phones: ["+254712000313", "+254712000314"] },
] as const)("$provider", ({ provider, phones: [known, unknown] }) => {
  it("keeps an existing name, and never uses a phone number as a name", async () => {
    const org = await platform.createOrg();
    await side.connect(provider, org);
    side.vendors.silent = true;
    await side.play(`${provider}-contact`, { firstname: "Grace", lastname: "Wambui", phone: known });
    await platform.call("POST /contacts", { phone: known, name: "G" }, org);
    await platform.call("POST /contacts", { phone: unknown, name: "" }, org);
    await side.settle();
    side.vendors.silent = false;
    platform.clock.advance(16 * 60_000);
    await readDueConnections(platform.services);
    const theirs = [...side.vendors[provider].values()].filter(({ phone }) => phone === known);
    expect(theirs).toMatchObject([{ firstname: "Grace", lastname: "Wambui" }]);
    const ours = (await peopleOf(org)).filter(({ phone }) => phone === known || phone === unknown);
    expect(ours.map(({ name }) => name)).toEqual(["Grace Wambui", ""]);
    platform.clock.advance(-16 * 60_000);
  });
});

describe("Zapier", () => {
  it("subscribes with its key, gets samples, and loses both by disconnecting", async () => {
    const org = await platform.createOrg();
    const { key } = await platform.call("POST /integrations/:provider/connect", { provider: "zapier" }, org);
    const as = { apiKey: key! };
    const hook = { url: "https://hooks.zapier.example/1", event: "message.received" };
    const made = await platform.request("POST /v1/hooks", hook, as);
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    const samples = await platform.request("GET /v1/hooks/samples", { event: "message.received" }, as);
    expect(await samples.json()).toMatchObject({ data: [{ type: "message.received" }] });
    expect((await platform.request("DELETE /v1/hooks/:hook_id", { hook_id: id }, as)).status).toBe(200);
    await platform.request("POST /v1/hooks", hook, as);
    await platform.call("DELETE /integrations/:provider", { provider: "zapier" }, org);
    const { endpoints } = await platform.call("GET /developer/webhooks", {}, org);
    expect(endpoints).toEqual([]);
    expect((await platform.request("GET /v1/hooks/samples", { event: "message.received" }, as)).status).toBe(
      401,
    );
  });
});

it("a conversation is closed with a key; another organisation's is not found", async () => {
  const [shop, other] = [await chats.shopWithCustomer(), await chats.shopWithCustomer()];
  const { key } = await platform.call("POST /developer/api-keys", { name: "Shop", scopes: ["*"] }, shop.org);
  const close = (conversation_id: string) =>
    platform.request("POST /v1/conversations/:conversation_id/close", { conversation_id }, { apiKey: key });
  const answer = await close(shop.conversationId);
  expect([answer.status, await answer.json()]).toEqual([200, { id: shop.conversationId, state: "closed" }]);
  expect((await close(shop.conversationId)).status).toBe(200);
  expect((await close(other.conversationId)).status).toBe(404);
});
