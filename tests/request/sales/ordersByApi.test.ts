import { describe, expect, it } from "vitest";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { createOrderShops } from "#tests/support/orders.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";

const platform = setUpPaymentPlatform();
const { newShop } = createOrderShops(platform);
type Shop = Awaited<ReturnType<typeof newShop>>;

describe("orders by the API", () => {
  const callApi = async (shop: Shop, key: string, input: Record<string, unknown> = {}) => {
    const settings = { name: "Shop", mode: "live" as const, scopes: ["*"], expiresAt: null };
    const { key: apiKey } = await createKey({ ctx: shop.org.ctx, input: settings });
    const response = await platform.request(key, input, { apiKey });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };

  it("are created with a prompt, read, listed by status, and moved", async () => {
    const shop = await newShop();
    const made = await callApi(shop, "POST /v1/products", { name: "Unga", price_cents: 19_000, stock: 5 });
    expect(made).toMatchObject({ status: 201, body: { name: "Unga", stock: 5 } });
    const productId = String(made.body.id);
    const lines = [
      { product_id: productId, quantity: 2 },
      { name: "Bag", price_cents: 500 },
    ];
    const order = await callApi(shop, "POST /v1/orders", {
      contact_id: shop.contactId,
      lines,
      ask: "prompt",
    });
    expect(order).toMatchObject({
      status: 201,
      body: { status: "waiting", total_cents: 38_500, source: "api" },
    });
    expect(await shop.stockOf(productId)).toBe(3);
    const orderId = String(order.body.id);
    const [request] = await shop.requestsOf(orderId);
    expect(request).toMatchObject({ state: "prompted" });
    const early = await callApi(shop, "POST /v1/orders/:order_id/status", {
      order_id: orderId,
      status: "packed",
    });
    expect(early).toMatchObject({ status: 409, body: { code: "order.state" } });
    await platform.runJobs();
    await platform.answer(shop.phone, "accept");
    const packed = await callApi(shop, "POST /v1/orders/:order_id/status", {
      order_id: orderId,
      status: "packed",
    });
    expect(packed).toMatchObject({ status: 200, body: { status: "packed", paid_cents: 38_500 } });
    expect(await callApi(shop, "GET /v1/orders", { status: "packed" })).toMatchObject({
      body: { data: [{ id: orderId, lines: [{ name: "Unga" }, { name: "Bag", product_id: null }] }] },
    });
  });

  it("refuse another organisation's contact, product and order, and a line of two kinds", async () => {
    const [one, other] = [await newShop(), await newShop()];
    const theirs = await other.product();
    const { id: theirOrder } = await other.create([{ productId: theirs, quantity: 1 }]);
    const add = (input: Record<string, unknown>) => callApi(one, "POST /v1/orders", input);
    const bag = [{ name: "Bag", price_cents: 500 }];
    expect(await add({ contact_id: other.contactId, lines: bag })).toMatchObject({ status: 404 });
    expect(await add({ contact_id: one.contactId, lines: [{ product_id: theirs }] })).toMatchObject({
      status: 404,
    });
    expect(
      await add({ contact_id: one.contactId, lines: [{ product_id: theirs, ...bag[0] }] }),
    ).toMatchObject({ status: 400 });
    expect(await callApi(one, "GET /v1/orders/:order_id", { order_id: theirOrder })).toMatchObject({
      status: 404,
    });
    expect(await one.orders()).toEqual([]);
  });
});
