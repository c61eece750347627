import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { CallKey } from "#app/api/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { newId } from "#app/platform/ids.ts";
import { action as editOrderScreen } from "#app/routes/orders/edit.tsx";
import { createOrderShops } from "#tests/support/orders.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import { formRequest, postForm } from "#tests/support/screens.ts";
import { setUp } from "#tests/support/setUp.ts";
import { papersOf } from "#tests/support/tills.ts";

/** What M-Pesa can't take is refused wherever an amount is entered, with what to enter. */
const platform = setUpPaymentPlatform();
const shops = createOrderShops(platform);
const shop = setUp(async () => {
  const found = await shops.newShop();
  const productId = await found.product();
  const { id: orderId } = await found.create([{ productId, quantity: 100 }]);
  const { org, tillId } = found;
  const book = { name: "Fees", kind: "school", tillId } as const;
  const { bookId } = await platform.call("POST /books", book, org);
  const { contactId, conversationId } = found;
  await platform.call("POST /books/:bookId/members", { bookId, contactId }, org);
  return { ...found, productId, orderId, bookId, contactId, conversationId };
});

/** Each field for an amount, with the rest of its form. */
const fields: [key: CallKey, field: string, rest: () => Record<string, unknown>][] = [
  ["POST /products", "price", () => ({ name: "Bread" })],
  ["PUT /products/:productId", "price", () => ({ productId: shop.productId, name: "Bread" })],
  ["PUT /orders/:orderId", "delivery", () => ({ orderId: shop.orderId })],
  ["PUT /orders/:orderId", "discount", () => ({ orderId: shop.orderId })],
  ["PUT /orders/:orderId", "price", () => ({ orderId: shop.orderId, name: "Gift wrap" })],
  ["POST /payment-requests", "amount", () => ({ contactId: shop.contactId, reason: "Fees", way: "account" })],
  [
    "POST /conversations/:conversationId/payment-requests",
    "amount",
    () => ({ conversationId: shop.conversationId, reason: "Fees", way: "account" }),
  ],
  [
    "POST /books/:bookId/dues",
    "amount",
    () => ({ bookId: shop.bookId, label: randomUUID(), dueOn: "2027-01-31", to: "all" }),
  ],
];

const send = async (key: string, input: Record<string, unknown>) => {
  const response = await platform.request(key, input, shop.org);
  const body = (await response.json()) as { fields?: Record<string, string>; code?: string };
  return { status: response.status, ...body };
};

describe.each(fields)("%s, %s", (key, field, rest) => {
  it.each(["99.5", "0.5", "1,500.50"])("refuses %s and says which amount is near", async (amount) => {
    const { status, fields: texts } = await send(key, { ...rest(), [field]: amount });
    expect([status, texts?.[field]]).toEqual([
      400,
      expect.stringMatching(/no cents.* (100|1|1501)\.$|^At least KES/),
    ]);
  });

  it.each([-1, 1_000_000_000, "1e3", "1,5", "1.500,00", "0x10", "٣٠٠", "ten"])(
    "refuses %s",
    async (amount) => {
      const { status, fields: texts } = await send(key, { ...rest(), [field]: amount });
      expect([status, Object.keys(texts ?? {})]).toEqual([400, [field]]);
    },
  );

  it.each(["1,500.00", "KES 1,500", "1 500"])("takes %s", async (amount) => {
    expect(await send(key, { ...rest(), [field]: amount })).toMatchObject({ status: 200 });
  });
});

it("a row of products or dues with cents is refused with its reason", async () => {
  const products = await platform.call(
    "POST /products/import",
    { rows: "name,price\nSoap,99.5\nSugar,210", apply: false },
    shop.org,
  );
  expect(products.lines[0]).toMatchObject({ does: "refuse", problem: expect.stringContaining("100") });
  const dues = await platform.call(
    "POST /books/:bookId/import",
    { bookId: shop.bookId, rows: "phone,label,amount,date\n0711000001,Term 1,99.5,2027-01-31", apply: false },
    shop.org,
  );
  expect(dues.counts).toMatchObject({ refuse: 1, create: 0 });
});

describe("names and ids of a sales form", () => {
  it.each(["Wanjikũ Kamau", "محمد علي", "王小明", "Zoë 👩🏾‍🌾"])("keeps the product “%s”", async (name) => {
    const { productId } = await platform.call("POST /products", { name, price: "10" }, shop.org);
    const { product } = await platform.call("GET /products/:productId", { productId }, shop.org);
    expect(product.name).toBe(name);
  });

  it("refuses a prompt to a customer without a number", async () => {
    const { orgId } = shop.org;
    const contactId = newId("con");
    await platform.services.db.withOrg(orgId, (tx) =>
      tx.insert(contacts).values({ orgId, id: contactId, name: "Walk-in", bsuid: "KE.1234567890123456" }),
    );
    const prompt = { contactId, amount: "10", reason: "Fees", way: "prompt" };
    expect(await send("POST /payment-requests", prompt)).toMatchObject({
      ...{ status: 409, code: "payment_request.no_phone" },
    });
  });

  it("finds no till, product or contact of another organisation in a hidden field", async () => {
    const other = await shops.newShop();
    const foreign = await other.product();
    const { contactId, orderId, bookId } = shop;
    const hidden = { contactId, amount: "10", reason: "Fees", way: "account", tillId: other.tillId };
    expect((await send("POST /payment-requests", hidden)).status).toBe(404);
    expect((await send("PUT /orders/:orderId", { orderId, productId: foreign })).status).toBe(404);
    expect((await send("POST /orders", { contactId: other.contactId })).status).toBe(404);
    expect((await send("POST /orders", { contactId, conversationId: other.conversationId })).status).toBe(
      404,
    );
    const book = { name: "Rent", kind: "rent", tillId: other.tillId };
    expect((await send("POST /books", book)).status).toBe(404);
    const member = { bookId, contactId: other.contactId };
    expect((await send("POST /books/:bookId/members", member)).status).toBe(404);
    expect((await send("POST /tills", { ...papersOf("600553"), number: "abc" })).status).toBe(400);
  });
});

it("a refused draft keeps the typed quantities, delivery and note", async () => {
  const path = `/orders/${shop.orderId}/edit`;
  const form = { "lines[0].position": "1", "lines[0].quantity": "7", "lines[0].price": "9.5", note: "Gate" };
  const request = formRequest(path, { ...form, intent: "item", name: "Wrap" }, { cookie: shop.org.cookie });
  const { status, errors, payload } = await postForm(platform, editOrderScreen, request);
  expect([status, Object.keys(errors)]).toEqual([400, ["lines[0].price"]]);
  expect(payload).toMatchObject({ lines: [{ quantity: "7", price: "9.5" }], note: "Gate", name: "Wrap" });
});

it("adding an item to a draft saves what was typed in the rest of its form", async () => {
  const productId = await shop.product({ name: "Sugar 1 kg" });
  const { id: orderId } = await shop.create([{ productId, quantity: 1 }]);
  const typed = { orderId, delivery: "200", discount: "50", note: "Leave it at the gate" };
  const lines = [{ position: "1", quantity: "3", price: "" }];
  await platform.call("PUT /orders/:orderId", { ...typed, lines, name: "Gift wrap", price: "30" }, shop.org);
  await platform.call("PUT /orders/:orderId", { ...typed, lines, productId }, shop.org);
  expect(await shop.order(orderId)).toMatchObject({
    ...{ deliveryCents: 20_000, discountCents: 5000, note: "Leave it at the gate" },
  });
  expect(await shop.lines(orderId)).toMatchObject([
    { quantity: 4, priceCents: 19_000 },
    { name: "Gift wrap", quantity: 1, priceCents: 3000 },
  ]);
});
