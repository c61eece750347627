import { eq } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { productCatalogues } from "#app/db/schema/sales/catalogues.ts";
import { orders } from "#app/db/schema/sales/orders.ts";
import { paymentPrompts } from "#app/db/schema/sales/payments.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { newId } from "#app/platform/ids.ts";
import { addRequest, at, type Situation, type Stage } from "./situations.ts";

const add = "POST /v1/orders";
const reply = "POST /v1/conversations/:conversation_id/messages";
const move = "POST /v1/orders/:order_id/status";
const bag = { name: "Bag", price_cents: 5000 };

/** What an order of the shop meets that is asked for at a till of its own. */
const ordersAt =
  (more: Parameters<typeof addRequest>[3], input: Record<string, unknown> = {}): Situation["given"] =>
  async (stage) => {
    const { payment_request_id: _, ...ids } = await addRequest(stage, stage.shop, {}, more);
    return at(stage.shop, { ...ids, lines: [bag], ask: "prompt", ...input });
  };

const ordersOf =
  (input: (stage: Stage) => Record<string, unknown>): Situation["given"] =>
  (stage) =>
    at(stage.shop, { contact_id: stage.shop.world.contactId, lines: [bag], ...input(stage) });

/** A product of the shop as it stands in the database. */
async function addProduct({ platform, shop }: Stage, values: Partial<typeof products.$inferInsert>) {
  const { orgId } = shop.org;
  const id = newId("prd");
  await platform.services.db.withOrg(orgId, (tx) =>
    tx.insert(products).values({ orgId, id, name: "Bag", priceCents: 5000, ...values }),
  );
  return id;
}

/** An order that waits for its money, with a prompt on the phone. */
async function addPrompted(stage: Stage): Promise<string> {
  const { orgId } = stage.shop.org;
  const id = newId("ord");
  await stage.platform.services.db.withOrg(orgId, (tx) =>
    tx.insert(orders).values({
      ...{ orgId, id, number: 900_000, contactId: stage.shop.world.contactId!, source: "api" as const },
      ...{ state: "waiting" as const, subtotalCents: 5000, totalCents: 5000 },
    }),
  );
  await addRequest(stage, stage.shop, { source: "order", sourceId: id, state: "prompted" });
  return id;
}

/** Each refusal of orders and products in the API. */
export const orderSituations: Situation[] = [
  {
    code: "catalogue.bad_message",
    of: [reply],
    given: (stage) => at(stage.shop, { products: { sections: [{ codes: ["A", "B"] }] } }),
  },
  {
    code: "catalogue.not_connected",
    of: [reply],
    async given(stage) {
      const { org, world } = stage.shop;
      await stage.platform.services.db.withOrg(org.orgId, (tx) =>
        tx
          .update(productCatalogues)
          .set({ whatsappAccountId: `gone ${world.whatsappAccountId}` })
          .where(eq(productCatalogues.orgId, org.orgId)),
      );
      return at(stage.shop, {
        conversation_id: stage.people.silent,
        products: { sections: [{ codes: ["A"] }] },
      });
    },
  },
  {
    code: "product.not_in_catalogue",
    of: [reply],
    async given(stage) {
      const { org, world } = stage.shop;
      const { whatsappAccountId } = world;
      await stage.platform.services.db.withOrg(org.orgId, (tx) =>
        tx
          .update(productCatalogues)
          .set({ whatsappAccountId: whatsappAccountId! })
          .where(eq(productCatalogues.orgId, org.orgId)),
      );
      const products = { sections: [{ codes: ["NOT THERE"] }] };
      return at(stage.shop, { conversation_id: stage.people.silent, products });
    },
  },
  {
    code: "product.code_taken",
    of: ["POST /v1/products"],
    async given(stage) {
      await addProduct(stage, { retailerId: "TAKEN" });
      return at(stage.shop, { ...bag, code: "TAKEN" });
    },
  },
  {
    code: "product.not_found",
    of: [add],
    given: ordersOf(({ others }) => ({ lines: [{ product_id: others.world.productId }] })),
  },
  { code: "order.discount_too_large", of: [add], given: ordersOf(() => ({ discount_cents: 6000 })) },
  {
    code: "order.empty",
    of: [add],
    given: ordersOf(() => ({ discount_cents: 5000, ask: "account" })),
  },
  {
    code: "order.out_of_stock",
    of: [add],
    async given(stage) {
      const product_id = await addProduct(stage, { stock: 0 });
      const { contactId: contact_id } = stage.shop.world;
      return at(stage.shop, { contact_id, lines: [{ product_id }], ask: "account" });
    },
  },
  {
    code: "order.state",
    of: [move],
    given: ({ shop }) => at(shop, { order_id: shop.world.orderId, status: "delivered" }),
  },
  {
    code: "payment_request.prompt_open",
    of: [move],
    given: async (stage) => at(stage.shop, { order_id: await addPrompted(stage), status: "cancelled" }),
  },
  {
    code: "till.none",
    of: [add],
    given: async ({ platform, bare }) => {
      const { orgId } = bare.org;
      const contact_id = newId("con");
      await platform.services.db.withOrg(orgId, (tx) =>
        tx.insert(contacts).values({ orgId, id: contact_id }),
      );
      return at(bare, { contact_id, lines: [bag], ask: "account" });
    },
  },
  {
    code: "till.removed",
    of: [add],
    given: ordersAt({ till: { removedAt: new Date("2026-01-01T00:00:00Z"), keysEncrypted: null } }),
  },
  { code: "till.no_keys", of: [add], given: ordersAt({ till: { keysEncrypted: null } }) },
  { code: "payment_request.no_phone", of: [add], given: ordersAt({ person: { username: "juma" } }) },
  {
    code: "payment_request.nothing_left",
    of: [add],
    given: ordersAt({}, { lines: [{ name: "Car", price_cents: 900_000_000 }] }),
  },
  {
    code: "payment_request.prompt_open",
    of: [add],
    given: async (stage) => {
      const { payment_request_id: requestId, ...ids } = await addRequest(stage, stage.shop);
      const { orgId } = stage.shop.org;
      await stage.platform.services.db.withOrg(orgId, (tx) =>
        tx.insert(paymentPrompts).values({
          ...{ orgId, id: newId("ppt"), requestId, tillId: ids.till_id },
          ...{ phone: "+254712345678", amountCents: 5000 },
        }),
      );
      return at(stage.shop, { ...ids, lines: [bag], ask: "prompt" });
    },
  },
];
