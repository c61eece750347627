import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orderLines, orders } from "#app/db/schema/sales/orders.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { newId } from "#app/platform/ids.ts";
import { createFlows } from "#tests/support/flows.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { createRules } from "#tests/support/rules.ts";

const platform = setUpPlatform();
const { chats, settle, write, addRule, logOf } = createRules(platform);
const { shopWithSteps } = createFlows(platform);

let count = 0;
async function stock(
  { orgId }: TestOrg,
  { till = true, ...more }: Partial<typeof products.$inferInsert> & { till?: boolean } = {},
) {
  count += 1;
  const number = String(530_000 + count);
  await platform.services.db.withOrg(orgId, async (tx) => {
    if (till)
      await tx.insert(tills).values({
        ...{ orgId, id: newId("til"), name: "Counter", kind: "paybill", number, keysEncrypted: "sealed" },
      });
    await tx.insert(products).values({
      ...{ orgId, id: newId("prd"), name: "Maize flour", priceCents: 19_000, retailerId: "FLOUR", stock: 5 },
      ...more,
    });
  });
}

const inOrg = ({ orgId }: TestOrg) => ({
  orders: () =>
    platform.services.db.withOrg(orgId, (tx) =>
      tx.select().from(orders).where(eq(orders.orgId, orgId)).orderBy(asc(orders.number)),
    ),
  lines: () =>
    platform.services.db.withOrg(orgId, (tx) =>
      tx.select().from(orderLines).where(eq(orderLines.orgId, orgId)),
    ),
  requests: () =>
    platform.services.db.withOrg(orgId, (tx) =>
      tx.select().from(paymentRequests).where(eq(paymentRequests.orgId, orgId)),
    ),
});

const orderFlow = [
  { kind: "ask" as const, saveTo: "product", text: "What do you need?" },
  { kind: "ask" as const, saveTo: "quantity", text: "How many?" },
  { kind: "order" as const, items: "{quantity} x {product}", ask: "account" },
  { kind: "end" as const, text: "Thank you." },
];

describe("a flow", () => {
  it("creates the order that the customer typed, and asks for its money", async () => {
    const shop = await shopWithSteps(async ({ org }) => {
      await stock(org);
      return orderFlow;
    });
    await shop.writeAll(["begin", "maize flour", "2"]);
    const seen = inOrg(shop.org);
    expect(await seen.orders()).toMatchObject([
      { source: "flow", state: "waiting", totalCents: 38_000, conversationId: shop.conversationId },
    ]);
    expect(await seen.lines()).toMatchObject([{ name: "Maize flour", quantity: 2, stockTaken: 2 }]);
    expect(await seen.requests()).toMatchObject([{ amountCents: 38_000, source: "order" }]);
    expect(await shop.sessions()).toMatchObject([{ status: "completed" }]);
  });

  it.each([
    ["a product that is hidden", { archivedAt: new Date() }, ["flour", "2"], "order_no_product"],
    ["more than is in stock", {}, ["FLOUR", "6"], "order_no_stock"],
    ["no number", {}, ["FLOUR", "some"], "order_no_product"],
  ])("hands over with the reason at %s, and leaves no order", async (_, more, said, reason) => {
    const shop = await shopWithSteps(async ({ org }) => {
      await stock(org, more);
      return orderFlow;
    });
    await shop.writeAll(["begin", ...said]);
    expect(await shop.sessions()).toMatchObject([{ status: "handed_over", reason }]);
    expect(await inOrg(shop.org).orders()).toEqual([]);
  });
});

describe("a rule", () => {
  it("creates an order of fixed products, once for an event", async () => {
    const shop = await chats.shopWithCustomer();
    await stock(shop.org);
    const ruleId = await addRule(shop.org, { orderItems: "2 x FLOUR\nmaize flour", orderAsk: "no" });
    await write(shop, "The usual, please");
    await Promise.all([settle(), settle()]);
    expect(await logOf(shop.org, ruleId)).toMatchObject([
      { state: "done", steps: [{ kind: "order", ok: true }] },
    ]);
    expect(await inOrg(shop.org).orders()).toMatchObject([
      { source: "rule", state: "draft", totalCents: 57_000 },
    ]);
  });

  it("names a product that is not for sale, and needs a till to ask with", async () => {
    const shop = await chats.shopWithCustomer();
    await stock(shop.org, { till: false });
    await expect(addRule(shop.org, { orderItems: "2 x Rice", orderAsk: "no" })).rejects.toThrow(/Rice/);
    await expect(addRule(shop.org, { orderItems: "0 x FLOUR", orderAsk: "no" })).rejects.toThrow(/400|409/);
    await expect(addRule(shop.org, { orderItems: "FLOUR", orderAsk: "prompt" })).rejects.toThrow(/400|409/);
    await addRule(shop.org, { orderItems: "FLOUR", orderAsk: "no" });
  });
});
