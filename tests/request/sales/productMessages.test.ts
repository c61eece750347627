import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { composeBody } from "#app/domain/messaging/sender/compose.server.ts";
import type { Outgoing } from "#app/domain/messaging/sender/outgoing.server.ts";
import { accessTokenOf } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { createChats, hours, newKey } from "#tests/support/chats.ts";
import { newKey as newKeyOf } from "#tests/support/publicApi.ts";
import { connectOrg, control, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform, simulator } = setUpWhatsappPlatform();
const { addCustomer } = createChats(platform);

/** A shop whose catalogue has so many products, and a customer who wrote a moment ago. */
async function newShop(count: number, wroteMsAgo = 60_000) {
  const org = await connectOrg(platform);
  const { withOrg } = platform.services.db;
  const items = Array.from({ length: count }, (_, at) => ({
    ...{ id: String(800 + at), retailer_id: `P${at}`, name: `Bidhaa ${at}` },
    ...{ priceCents: 10_000 + at, currency: "KES" },
  }));
  const { catalogId } = await control<{ catalogId: string }>(simulator, "catalogues", {
    ...{ wabaId: org.wabaId, name: "Duka", items },
  });
  const [account] = await withOrg(org.orgId, (tx) =>
    tx.select().from(whatsappAccounts).where(eq(whatsappAccounts.orgId, org.orgId)),
  );
  await platform.call("POST /catalogues", { whatsappAccountId: account!.id }, org);
  const { numbers } = await platform.call("GET /whatsapp/numbers", {}, org);
  const { phoneNumberId } = numbers[0]!;
  const wrote = { wroteAt: new Date(platform.clock.now().getTime() - wroteMsAgo), unread: 0, text: "Bei?" };
  const phone = "+254712345678";
  const { conversationId } = await addCustomer(org, phoneNumberId, { name: "Asha", phone }, wrote);
  const rows = await withOrg(org.orgId, (tx) =>
    tx.select().from(products).where(eq(products.orgId, org.orgId)).orderBy(products.name),
  );
  const ids = rows.map(({ id }) => id);
  return {
    ...{ org, catalogId, conversationId, phoneNumberId, phone, ids, account: account! },
    send: (some: string[], more: object = {}) =>
      platform.request(
        "POST /conversations/:conversationId/products",
        { conversationId, key: newKey(), items: some.map((productId) => ({ productId })), ...more },
        org,
      ),
    newest: async () => {
      const [message] = await withOrg(org.orgId, (tx) =>
        tx
          .select()
          .from(messages)
          .where(and(eq(messages.orgId, org.orgId), eq(messages.direction, "out"))),
      );
      return message;
    },
  };
}

const posted = (message: object) =>
  JSON.parse(composeBody({ ...message, recipient: "+254712345678" } as Outgoing, null)) as {
    interactive: Record<string, unknown>;
  };

describe("products sent in a chat", () => {
  it("go as one product, which the thread shows with its price", async () => {
    const shop = await newShop(2);
    expect((await shop.send([shop.ids[1]!])).status).toBe(200);
    const message = await shop.newest();
    expect(posted(message!)).toMatchObject({ type: "interactive" });
    expect(posted(message!).interactive).toEqual({
      type: "product",
      action: { catalog_id: shop.catalogId, product_retailer_id: "P1" },
    });
    const { conversationId } = shop;
    const { messages: thread } = await platform.call(
      "GET /conversations/:conversationId",
      { conversationId },
      shop.org,
    );
    expect(thread.at(-1)).toMatchObject({
      order: { lines: [{ productId: "Bidhaa 1", amount: "KES\u00a0100.01" }] },
    });
  });

  it("go as a list in sections, once for a key", async () => {
    const shop = await newShop(3);
    const [first, second, third] = shop.ids as [string, string, string];
    const message = {
      ...{ key: newKey(), header: "Bei za leo", text: "Chagua", footer: "Asante" },
      items: [
        { productId: first, section: "Nafaka" },
        { productId: second, section: "Vinywaji" },
        { productId: third, section: "Nafaka" },
      ],
    };
    const answers = await Promise.all([1, 2].map(() => shop.send([], message)));
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { messageId: string }).messageId),
    );
    expect(new Set(ids).size).toBe(1);
    expect(posted((await shop.newest())!).interactive).toEqual({
      type: "product_list",
      header: { type: "text", text: "Bei za leo" },
      body: { text: "Chagua" },
      footer: { text: "Asante" },
      action: {
        catalog_id: shop.catalogId,
        sections: [
          { title: "Nafaka", product_items: [{ product_retailer_id: "P0" }, { product_retailer_id: "P2" }] },
          { title: "Vinywaji", product_items: [{ product_retailer_id: "P1" }] },
        ],
      },
    });
  });

  it("go as the whole catalogue, with a product as its picture, which the phone shows", async () => {
    const shop = await newShop(3);
    const { org, phone, phoneNumberId, account, conversationId } = shop;
    expect((await shop.send([], { whole: "yes" })).status).toBe(400);
    expect((await shop.send(shop.ids, { whole: "yes", text: "Angalia" })).status).toBe(400);
    const items = [{ productId: shop.ids[1]! }];
    expect((await shop.send([], { whole: "yes", text: "Angalia", footer: "Asante", items })).status).toBe(
      200,
    );
    expect(posted((await shop.newest())!).interactive).toEqual({
      type: "catalog_message",
      body: { text: "Angalia" },
      footer: { text: "Asante" },
      action: { name: "catalog_message", parameters: { thumbnail_product_retailer_id: "P1" } },
    });
    const { messages: thread } = await platform.call(
      "GET /conversations/:conversationId",
      { conversationId },
      org,
    );
    expect(thread.at(-1)).toMatchObject({ order: { title: "Whole catalogue", text: "Angalia", lines: [] } });
    await control(simulator, "inbound", { phoneNumberId, from: phone, text: "Bei?" });
    const answer = await fetch(`${simulator.url}/v25.0/${phoneNumberId}/messages`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${accessTokenOf(platform.services, account)}`,
      },
      body: JSON.stringify(posted((await shop.newest())!)),
    });
    expect(answer.status).toBe(200);
    const { conversations } = await platform.call("GET /sandbox/handset", { phone }, org);
    expect(conversations[0]!.messages.at(-1)!.products).toHaveLength(3);
  });

  it("stay within Meta's limits, the window and the catalogue", async () => {
    const shop = await newShop(32);
    const words = { header: "Bei", text: "Chagua" };
    const codeOf = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { code: string }).code,
    ];
    expect((await shop.send(shop.ids.slice(0, 31), words)).status).toBe(400);
    expect((await shop.send(shop.ids.slice(0, 2), { text: "Chagua" })).status).toBe(400);
    expect((await shop.send(shop.ids.slice(0, 2), { header: "Bei" })).status).toBe(400);
    expect((await shop.send([])).status).toBe(400);
    const eleven = shop.ids.slice(0, 11).map((productId, at) => ({ productId, section: `S${at}` }));
    expect((await shop.send([], { ...words, items: eleven })).status).toBe(400);
    const other = await newShop(1);
    expect(await codeOf(await shop.send([other.ids[0]!]))).toEqual([409, "product.not_in_catalogue"]);
    await platform.call("POST /products/:productId/archive", { productId: shop.ids[0]! }, shop.org);
    expect(await codeOf(await shop.send([shop.ids[0]!]))).toEqual([409, "product.not_in_catalogue"]);
    expect((await shop.send(shop.ids.slice(1, 31), words)).status).toBe(200);
    const late = await newShop(1, hours(25));
    expect(await codeOf(await late.send(late.ids))).toEqual([409, "conversation.window_closed"]);
  });

  it("are chosen by search, and stay chosen", async () => {
    const shop = await newShop(12);
    const { conversationId, org } = shop;
    const found = await platform.call(
      "GET /conversations/:conversationId/products",
      { conversationId, q: "bidhaa 1", chosen: `${shop.ids[0]},nonsense,prd_missing` },
      org,
    );
    expect(found.hasCatalogue).toBe(true);
    expect(found.chosen.map(({ name }) => name)).toEqual(["Bidhaa 0"]);
    expect(found.products.map(({ name }) => name)).toEqual(["Bidhaa 1", "Bidhaa 10", "Bidhaa 11"]);
  });

  it("are shown on the phone, which answers with a cart", async () => {
    const shop = await newShop(2);
    const { org, phone, phoneNumberId, account } = shop;
    await control(simulator, "inbound", { phoneNumberId, from: phone, text: "Bei?" });
    await shop.send(shop.ids, { header: "Bei", text: "Chagua" });
    const answer = await fetch(`${simulator.url}/v25.0/${phoneNumberId}/messages`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${accessTokenOf(platform.services, account)}`,
      },
      body: JSON.stringify(posted((await shop.newest())!)),
    });
    expect(answer.status).toBe(200);
    const phoneOf = async () =>
      (await platform.call("GET /sandbox/handset", { phone }, org)).conversations[0]!.messages.at(-1)!;
    expect((await phoneOf()).products).toEqual([
      { code: "P0", name: "Bidhaa 0", price: "KSh100.00" },
      { code: "P1", name: "Bidhaa 1", price: "KSh100.01" },
    ]);
    const reply = (...pieces: string[]) => {
      const cart = pieces.map((quantity, at) => ({ code: `P${at}`, quantity }));
      return platform.request("POST /sandbox/reply", { phone, phoneNumberId, cart }, org);
    };
    expect((await reply("0", "0")).status).toBe(400);
    expect((await reply("0", "3")).status).toBe(200);
    expect(await phoneOf()).toMatchObject({ direction: "inbound", body: "3 × Bidhaa 1" });
  });

  it("go by the API, named by their codes", async () => {
    const shop = await newShop(2);
    const { key: apiKey } = await newKeyOf(shop.org);
    const send = async (products: object, text?: string) => {
      const input = { conversation_id: shop.conversationId, products, ...(text ? { text } : {}) };
      const answer = await platform.request("POST /v1/conversations/:conversation_id/messages", input, {
        apiKey,
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const list = { header: "Bei", sections: [{ codes: ["P0", "P1"] }] };
    expect(await send({ whole_catalog: true })).toMatchObject({ status: 400 });
    expect(await send({})).toMatchObject({ status: 400, body: { code: "catalogue.bad_message" } });
    expect(await send(list)).toMatchObject({ status: 400, body: { code: "catalogue.bad_message" } });
    expect(await send({ sections: [{ codes: ["P9"] }] })).toMatchObject({
      ...{ status: 409, body: { code: "product.not_in_catalogue" } },
    });
    expect(await send(list, "Chagua")).toMatchObject({
      status: 202,
      body: { type: "interactive", text: "Chagua" },
    });
    expect(posted((await shop.newest())!).interactive).toMatchObject({
      type: "product_list",
      action: { sections: [{ title: "Bei" }] },
    });
  });
});
