import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dealStages } from "#app/db/schema/crm/deals.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { createDeal } from "#app/domain/crm/deals/create.server.ts";
import { readDeal } from "#app/domain/crm/deals/pages.server.ts";
import { askForOrder } from "#app/domain/sales/orders/ask.server.ts";
import { cancelOrder } from "#app/domain/sales/orders/cancel.server.ts";
import { confirmOrder, keepSeparate } from "#app/domain/sales/orders/confirm.server.ts";
import { editOrder } from "#app/domain/sales/orders/edit.server.ts";
import { fulfilOrder } from "#app/domain/sales/orders/move.server.ts";
import { promptsOnHandset } from "#app/domain/sales/requests/handset.server.ts";
import { promptRequest } from "#app/domain/sales/requests/prompt.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { createOrderShops } from "#tests/support/orders.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";

const platform = setUpPaymentPlatform();
const { newShop } = createOrderShops(platform);
type Shop = Awaited<ReturnType<typeof newShop>>;

const confirm = (shop: Shop, orderId: string, more = {}) =>
  confirmOrder({ ctx: shop.org.ctx, input: { orderId, ...more } });

/** A confirmed order of one product, with its request. */
async function confirmedOrder(shop: Shop, more: { stock?: number; dealId?: string } = {}) {
  const { stock = null, ...rest } = more;
  const productId = await shop.product({ stock });
  const { id } = await shop.create([{ productId, quantity: 2 }], rest);
  const { requestId } = await confirm(shop, id);
  const [request] = await shop.requestsOf(id);
  return { id, productId, requestId, account: request!.accountNumber };
}

describe("asking for an order's money", () => {
  it("sends the customer how to pay, once", async () => {
    const shop = await newShop();
    const { id } = await shop.create([{ productId: await shop.product(), quantity: 2 }]);
    const call = { ctx: shop.org.ctx, input: { orderId: id, tillId: "", way: "account" } } as const;
    expect(await askForOrder(call)).toEqual({ sent: "text" });
    const [request] = await shop.requestsOf(id);
    const sent = await platform.services.db.withOrg(shop.orgId, (tx) =>
      tx.select({ body: messages.body }).from(messages).where(eq(messages.direction, "out")),
    );
    expect(sent.filter(({ body }) => body?.includes(request!.accountNumber))).toHaveLength(1);
    await expect(askForOrder(call)).rejects.toMatchObject({ code: "order.not_draft" });
  });

  it("shows its prompt on the simulated phone of this organisation alone", async () => {
    const shop = await newShop();
    const { id, requestId } = await confirmedOrder(shop);
    await promptRequest({ ctx: shop.org.ctx, input: { requestId } });
    await platform.runJobs();
    const seenBy = ({ ctx }: { ctx: OrgContext }) => {
      const daraja = { ...ctx.config.daraja!, simulated: true, url: platform.companyUrl };
      return promptsOnHandset({ ...ctx, config: { ...ctx.config, demo: true, daraja } }, shop.phone);
    };
    expect(await seenBy(shop.org)).toMatchObject([{ pays: "order", subjectId: id }]);
    expect(await seenBy(await platform.createOrg())).toEqual([]);
  });

  it("prompts no number that can't have M-Pesa", async () => {
    const shop = await newShop();
    const { requestId } = await confirmedOrder(shop);
    await expect(
      promptRequest({ ctx: shop.org.ctx, input: { requestId, phone: "+254202123456" } }),
    ).rejects.toMatchObject({ code: "payment_request.no_phone" });
  });
});

describe("a customer's cart", () => {
  it("becomes one order with the catalogue's names and the customer's prices", async () => {
    const shop = await newShop();
    await shop.product({ retailerId: "flour", vatClass: "zero", priceCents: 19_000 });
    const wamid = await shop.sendCart([
      { product_retailer_id: "flour", quantity: 2, item_price: 185 },
      { product_retailer_id: "gone", quantity: 1, item_price: 0.1 + 0.2 },
    ]);
    await shop.sendCart([], { wamid });
    const [order, ...others] = await shop.orders();
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      ...{ number: 1001, state: "draft", source: "cart", contactId: shop.contactId, problems: [] },
      ...{ conversationId: shop.conversationId, totalCents: 2 * 18_500 + 30 },
    });
    expect(await shop.lines(order!.id)).toMatchObject([
      { name: "Maize flour 2 kg", priceCents: 18_500, listPriceCents: 19_000, vatClass: "zero" },
      { name: "", retailerId: "gone", productId: null, priceCents: 30, listPriceCents: null },
    ]);
  });

  it("puts its number and the names of its products into the thread", async () => {
    const shop = await newShop();
    await shop.product({ retailerId: "a", name: "Unga" });
    const wamid = await shop.sendCart([
      { product_retailer_id: "a", quantity: 1, item_price: 10 },
      { product_retailer_id: "gone", quantity: 1, item_price: 10 },
    ]);
    const [order] = await shop.orders();
    const [message] = await platform.services.db.withOrg(shop.orgId, (tx) =>
      tx.select().from(messages).where(eq(messages.wamid, wamid)),
    );
    expect(message!.payload).toMatchObject({
      placedOrder: { id: order!.id, number: 1001, names: ["Unga", ""] },
    });
    const { conversationId } = shop;
    const { messages: thread } = await platform.call(
      "GET /conversations/:conversationId",
      { conversationId },
      shop.org,
    );
    expect(thread.at(-1)!.order!.lines.map(({ productId }) => productId)).toEqual(["Unga", "gone"]);
  });

  it("is a question when it comes a second time", async () => {
    const shop = await newShop();
    const items = [{ product_retailer_id: "a", quantity: 1, item_price: 10 }];
    await shop.sendCart(items);
    await shop.sendCart(items);
    const [first, second] = await shop.orders();
    expect(second).toMatchObject({ number: 1002, repeatsId: first!.id });
    await expect(confirm(shop, second!.id)).rejects.toMatchObject({ code: "order.repeated" });
    await keepSeparate({ ctx: shop.org.ctx, input: { orderId: second!.id } });
    await confirm(shop, second!.id);
    expect(await shop.order(second!.id)).toMatchObject({ state: "waiting" });
  });

  it("is no question when the first was cancelled, or is more than a day old", async () => {
    const shop = await newShop();
    const items = [{ product_retailer_id: "a", quantity: 1, item_price: 10 }];
    await shop.sendCart(items);
    await cancelOrder({ ctx: shop.org.ctx, input: { orderId: (await shop.orders())[0]!.id } });
    await shop.sendCart(items);
    platform.clock.advance(25 * 3_600_000);
    await shop.sendCart(items);
    expect((await shop.orders()).map(({ repeatsId }) => repeatsId)).toEqual([null, null, null]);
  });

  it("in another currency is quoted at the catalogue's price, and waits for the rest", async () => {
    const shop = await newShop();
    await shop.product({ retailerId: "flour" });
    await shop.sendCart([
      { product_retailer_id: "flour", quantity: 1, item_price: 1.5, currency: "USD" },
      { product_retailer_id: "gone", quantity: 1, item_price: 2, currency: "USD" },
    ]);
    const [order] = await shop.orders();
    expect(order).toMatchObject({ problems: ["currency"], totalCents: 19_000 });
    expect((await shop.lines(order!.id)).map(({ priceCents }) => priceCents)).toEqual([19_000, null]);
    await expect(confirm(shop, order!.id)).rejects.toMatchObject({ code: "order.no_price" });
  });

  it("of 31 lines, of no lines, or with absurd amounts never stops the webhook", async () => {
    const shop = await newShop();
    const line = (n: number) => ({ product_retailer_id: `p${n}`, quantity: 1, item_price: 10 });
    await shop.sendCart(Array.from({ length: 31 }, (_, n) => line(n)));
    await shop.sendCart([]);
    await shop.sendCart(Array.from({ length: 150 }, (_, n) => line(n)));
    await shop.sendCart([
      { product_retailer_id: "x".repeat(5000), quantity: 1e9, item_price: 1e9 },
      { product_retailer_id: "y", quantity: -1, item_price: -1 },
      { product_retailer_id: "z", quantity: 0.5, item_price: "1e30" },
    ]);
    const all = await shop.orders();
    expect(all.map(({ problems }) => problems)).toEqual([[], [], ["lines"], ["amounts"]]);
    const counts = await Promise.all(all.map(async ({ id }) => (await shop.lines(id)).length));
    expect(counts).toEqual([31, 0, 100, 3]);
    await expect(confirm(shop, all[1]!.id)).rejects.toMatchObject({ code: "order.empty" });
  });
});

describe("a draft", () => {
  it("is created once per key, and changes by lines, delivery and discount", async () => {
    const shop = await newShop();
    const productId = await shop.product();
    const key = randomUUID();
    const { id } = await shop.create([{ productId, quantity: 1 }], { key });
    expect((await shop.create([{ productId, quantity: 1 }], { key })).id).toBe(id);
    const edit = (more: object) => editOrder({ ctx: shop.org.ctx, input: { orderId: id, ...more } });
    await edit({ lines: [{ position: 1, quantity: 1 }], adds: [{ productId, quantity: 2 }] });
    await edit({ adds: [{ name: "Gift wrap", priceCents: 5_000, quantity: 1 }] });
    await edit({ deliveryCents: 20_000, discountCents: 1_000 });
    expect(await shop.order(id)).toMatchObject({ subtotalCents: 62_000, totalCents: 81_000 });
    await edit({ lines: [{ position: 1, quantity: 0 }] });
    expect(await shop.lines(id)).toMatchObject([{ position: 2, name: "Gift wrap" }]);
    await expect(edit({ discountCents: 1_000_000 })).rejects.toMatchObject({
      code: "order.discount_too_large",
    });
    await confirm(shop, id);
    await expect(edit({ note: "late" })).rejects.toMatchObject({ code: "order.not_draft" });
  });

  it("has no contact, conversation, deal or product of another organisation", async () => {
    const [shop, other] = [await newShop(), await newShop()];
    const foreign = await other.product();
    const { dealId } = await createDeal({
      ctx: other.org.ctx,
      input: { contactId: other.contactId, title: "Chairs", value: 100, memberId: "" },
    });
    await expect(shop.create([], { contactId: other.contactId })).rejects.toMatchObject({
      code: "contact.not_found",
    });
    await expect(shop.create([], { conversationId: other.conversationId })).rejects.toMatchObject({
      code: "conversation.not_found",
    });
    await expect(shop.create([], { dealId })).rejects.toMatchObject({ code: "deal.not_found" });
    await expect(shop.create([{ productId: foreign, quantity: 1 }])).rejects.toMatchObject({
      code: "product.not_found",
    });
    const mine = await shop.create([{ productId: await shop.product(), quantity: 1 }]);
    for (const call of [confirmOrder, cancelOrder, keepSeparate])
      await expect(call({ ctx: other.org.ctx, input: { orderId: mine.id } })).rejects.toMatchObject({
        code: "order.not_found",
      });
    await expect(confirm(shop, mine.id, { tillId: other.tillId })).rejects.toMatchObject({
      code: "till.not_found",
    });
    expect(await shop.order(mine.id)).toMatchObject({ state: "draft" });
  });
});

describe("stock", () => {
  it("is taken once when an order is confirmed, and returned when it is cancelled", async () => {
    const shop = await newShop();
    const { id, productId } = await confirmedOrder(shop, { stock: 5 });
    expect(await shop.stockOf(productId)).toBe(3);
    await expect(confirm(shop, id)).rejects.toMatchObject({ code: "order.not_draft" });
    await cancelOrder({ ctx: shop.org.ctx, input: { orderId: id } });
    await cancelOrder({ ctx: shop.org.ctx, input: { orderId: id } });
    expect(await shop.stockOf(productId)).toBe(5);
  });

  it("is never below zero: of orders confirmed at once, only those with enough pass", async () => {
    const shop = await newShop();
    const productId = await shop.product({ stock: 5 });
    const made = await Promise.all(
      Array.from({ length: 4 }, () => shop.create([{ productId, quantity: 2 }])),
    );
    const results = await Promise.allSettled(made.map(({ id }) => confirm(shop, id)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await shop.stockOf(productId)).toBe(1);
    const states = (await shop.orders()).map(({ state }) => state).sort();
    expect(states).toEqual(["draft", "draft", "waiting", "waiting"]);
  });

  it("counts a product on two lines together", async () => {
    const shop = await newShop();
    const productId = await shop.product({ stock: 3, retailerId: "flour" });
    await shop.sendCart([
      { product_retailer_id: "flour", quantity: 2, item_price: 190 },
      { product_retailer_id: "flour", quantity: 2, item_price: 180 },
    ]);
    const [order] = await shop.orders();
    await expect(confirm(shop, order!.id)).rejects.toMatchObject({ code: "order.out_of_stock" });
    expect(await shop.stockOf(productId)).toBe(3);
  });
});

describe("payment", () => {
  it("of a prompt pays the order, wins its deal, and sends a receipt", async () => {
    const shop = await newShop();
    await platform.services.db.withOrg(shop.orgId, (tx) =>
      tx.insert(dealStages).values([
        { orgId: shop.orgId, id: `dst_o${shop.shortcode}`, name: "New", kind: "open", position: 1 },
        { orgId: shop.orgId, id: `dst_w${shop.shortcode}`, name: "Sold", kind: "won", position: 2 },
      ]),
    );
    const { dealId } = await createDeal({
      ctx: shop.org.ctx,
      input: { contactId: shop.contactId, title: "Flour", value: 38_000, memberId: "" },
    });
    const { id, requestId } = await confirmedOrder(shop, { dealId });
    await promptRequest({ ctx: shop.org.ctx, input: { requestId } });
    await platform.runJobs();
    await platform.answer(shop.phone, "accept");
    expect(await shop.order(id)).toMatchObject({ state: "paid", paidCents: 38_000 });
    expect(await readDeal({ ctx: shop.org.ctx, input: { dealId } })).toMatchObject({ kind: "won" });
    for (const state of ["packed", "packed", "delivered"] as const)
      await fulfilOrder({ ctx: shop.org.ctx, input: { orderId: id, state } });
    await expect(cancelOrder({ ctx: shop.org.ctx, input: { orderId: id } })).rejects.toMatchObject({
      code: "order.state",
    });
  });

  it("by account number in two parts pays when all has arrived; too much stays the customer's credit", async () => {
    const shop = await newShop();
    const { id, account } = await confirmedOrder(shop);
    await shop.pay(100, account);
    expect(await shop.order(id)).toMatchObject({ state: "waiting", paidCents: 10_000 });
    await shop.pay(300, account);
    expect(await shop.order(id)).toMatchObject({ state: "paid", paidCents: 38_000 });
    await shop.pay(380, account);
    expect(await shop.order(id)).toMatchObject({ paidCents: 38_000 });
  });
});
