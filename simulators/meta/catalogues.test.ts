import { afterAll, beforeAll, expect, it } from "vitest";
import { errorOf, startForTest, startReceiver, type TestAccount } from "./testDriver.ts";

let simulator: Awaited<ReturnType<typeof startForTest>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let account: TestAccount;
let catalogId: string;
beforeAll(async () => {
  receiver = await startReceiver();
  simulator = await startForTest();
  account = await simulator.addAccount({ webhookUrl: receiver.url, verifyToken: receiver.verifyToken });
  const items = Array.from({ length: 40 }, (_, at) => ({
    ...{ id: String(700 + at), retailer_id: `P${at}`, name: `Bidhaa ${at}` },
    ...{ priceCents: 120_000 + at, currency: "KES" },
  }));
  const { json } = await simulator.call("POST", "/_sim/catalogues", {
    wabaId: account.wabaId,
    name: "Duka",
    items,
  });
  catalogId = String(json.catalogId);
});
afterAll(async () => {
  await simulator.close();
  await receiver.close();
});

const get = (path: string) => simulator.call("GET", `/v25.0/${path}`, undefined, account.accessToken);
const fault = (kind: string) => simulator.call("POST", "/_sim/faults", { kind, count: 1 });
const send = (interactive: object) =>
  simulator.call(
    "POST",
    `/v25.0/${account.phoneNumberId}/messages`,
    { messaging_product: "whatsapp", to: "+254712345678", type: "interactive", interactive },
    account.accessToken,
  );
const listOf = (codes: string[][], more: object = {}) => ({
  type: "product_list",
  header: { type: "text", text: "Bei" },
  body: { text: "Chagua" },
  action: {
    catalog_id: catalogId,
    sections: codes.map((some, at) => ({
      title: `Sehemu ${at}`,
      product_items: some.map((code) => ({ product_retailer_id: code })),
    })),
  },
  ...more,
});
const codes = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `P${from + at}`);

it("lists an account's catalogue and its items in pages, with prices in words", async () => {
  const { json } = await get(`${account.wabaId}/product_catalogs`);
  expect(json.data).toEqual([{ id: catalogId, name: "Duka" }]);
  const first = await get(`${catalogId}/products?fields=retailer_id,name,price,currency&limit=30`);
  expect((first.json.data as unknown[])[0]).toEqual({
    ...{ id: "700", retailer_id: "P0", name: "Bidhaa 0", price: "KSh1,200.00", currency: "KES" },
  });
  const { cursors } = first.json.paging as { cursors: { after: string } };
  const second = await get(`${catalogId}/products?fields=name&limit=30&after=${cursors.after}`);
  expect(second.json.data).toHaveLength(10);
});

it("refuses without the permission, and fails on a later page when a fault is set", async () => {
  await fault("catalogue-denied");
  expect(await get(`${catalogId}/products`)).toMatchObject({ status: 403, json: { error: { code: 200 } } });
  await fault("catalogue-page");
  const first = await get(`${catalogId}/products?limit=5`);
  const { cursors } = first.json.paging as { cursors: { after: string } };
  expect((await get(`${catalogId}/products?limit=5&after=${cursors.after}`)).status).toBe(503);
});

it.each<[string, () => object, number | undefined]>([
  [
    "one product",
    () => ({ type: "product", action: { catalog_id: catalogId, product_retailer_id: "P1" } }),
    undefined,
  ],
  [
    "30 products in 10 sections",
    () => listOf(Array.from({ length: 10 }, (_, at) => codes(3, at * 3))),
    undefined,
  ],
  ["31 products", () => listOf([codes(31)]), 131009],
  ["11 sections", () => listOf(Array.from({ length: 11 }, (_, at) => [`P${at}`])), 131009],
  ["a list without a header", () => listOf([codes(2)], { header: undefined }), 131008],
  ["a list without a body", () => listOf([codes(2)], { body: undefined }), 131008],
  ["some items that it has", () => listOf([["P1", "gone"]]), undefined],
  ["no item that it has", () => listOf([["gone", "lost"]]), 131009],
  [
    "another catalogue",
    () => ({ type: "product", action: { catalog_id: "1", product_retailer_id: "P1" } }),
    131009,
  ],
])("takes or refuses %s", async (_, interactive, code) => {
  const answer = await send(interactive());
  expect(answer.status === 200 ? undefined : errorOf(answer).code).toBe(code);
});

it("prices a cart that has no prices, and reports it", async () => {
  const items = [{ product_retailer_id: "P2", quantity: 2 }];
  const cart = {
    phoneNumberId: account.phoneNumberId,
    from: "+254712345678",
    order: { product_items: items },
  };
  await simulator.call("POST", "/_sim/inbound", cart);
  const order = await receiver.until(
    () =>
      receiver
        .changes()
        .flatMap(({ value }) => (value.messages as { order?: object }[] | undefined) ?? [])
        .find((message) => message.order)?.order,
  );
  expect(order).toEqual({
    catalog_id: catalogId,
    product_items: [{ product_retailer_id: "P2", quantity: 2, item_price: 1200.02, currency: "KES" }],
  });
});

it("shows products on the phone", async () => {
  await send(listOf([["P1", "gone", "P2"]]));
  const phone = await simulator.call("GET", "/_sim/handset?phone=254712345678");
  const [{ messages }] = phone.json.conversations as [{ messages: { products?: object[] }[] }];
  expect(messages.at(-1)!.products).toEqual([
    { code: "P1", name: "Bidhaa 1", price: "KSh1,200.01" },
    { code: "P2", name: "Bidhaa 2", price: "KSh1,200.02" },
  ]);
});
