import { randomInt, randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { orderLines, orders } from "#app/db/schema/sales/orders.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { createOrder, type LineInput } from "#app/domain/sales/orders/create.server.ts";
import { connectTill } from "#app/domain/sales/tills/connect.server.ts";
import { newId } from "#app/platform/ids.ts";
import { payByHand } from "#simulators/mpesa/c2b.ts";
import { testMerchant } from "#simulators/mpesa/merchants.ts";
import { createChats } from "./chats.ts";
import type { PaymentPlatform } from "./payments.ts";

const newPhone = () => `+2547${randomInt(10_000_000, 89_999_999)}`;

export interface CartLine {
  product_retailer_id: string;
  quantity: number;
  item_price: number | string;
  currency?: string;
}

/** Shops with products, a till, and a customer who wrote a moment ago. */
export function createOrderShops(platform: PaymentPlatform) {
  const chats = createChats(platform);
  let shortcodes = 610_000;

  async function newShop() {
    const { withOrg } = platform.services.db;
    const phone = newPhone();
    const { org, ...chat } = await chats.shopWithCustomer({ contact: { phone } });
    const { orgId } = org;
    shortcodes += 1;
    const shortcode = String(shortcodes);
    const { till: _, ...merchant } = testMerchant(shortcode);
    const { tillId } = await connectTill({
      ctx: org.ctx,
      input: {
        name: "Counter",
        kind: "paybill",
        number: shortcode,
        storeNumber: "",
        nominatedPhone: "+254712000111",
        consumerKey: merchant.consumerKey,
        consumerSecret: merchant.consumerSecret,
        passkey: merchant.passkey,
        operator: "api",
        operatorPassword: merchant.initiatorPassword,
      },
    });
    const at = () => String(Math.floor(platform.clock.now().getTime() / 1000));
    return {
      ...{ org, orgId, phone, tillId, shortcode },
      ...chat,
      async product(more: Partial<typeof products.$inferInsert> = {}) {
        const id = newId("prd");
        const row = { orgId, id, name: "Maize flour 2 kg", priceCents: 19_000, ...more };
        await withOrg(orgId, (tx) => tx.insert(products).values(row));
        return id;
      },
      stockOf: async (id: string) =>
        (await withOrg(orgId, (tx) => tx.select().from(products).where(eq(products.id, id))))[0]!.stock,
      /** The customer sends a cart; the same `wamid` is a repeated webhook. */
      async sendCart(items: readonly CartLine[], { wamid = `wamid.${randomUUID()}`, text = "" } = {}) {
        const order = {
          catalog_id: "c1",
          text,
          product_items: items.map((line) => ({ currency: "KES", ...line })),
        };
        await platform.services.db.withSystem((tx) =>
          applyInbound(tx, platform.services, orgId, chat.phoneNumberId, {
            messages: [{ from: phone.slice(1), id: wamid, timestamp: at(), type: "order", order }],
          }),
        );
        return wamid;
      },
      create: (lines: readonly LineInput[], more = {}) =>
        createOrder({
          ctx: org.ctx,
          input: { contactId: chat.contactId, source: "member", lines, key: randomUUID(), ...more },
        }),
      orders: () =>
        withOrg(orgId, (tx) =>
          tx.select().from(orders).where(eq(orders.orgId, orgId)).orderBy(asc(orders.number)),
        ),
      order: async (id: string) =>
        (await withOrg(orgId, (tx) => tx.select().from(orders).where(eq(orders.id, id))))[0]!,
      lines: (id: string) =>
        withOrg(orgId, (tx) =>
          tx
            .select()
            .from(orderLines)
            .where(and(eq(orderLines.orgId, orgId), eq(orderLines.orderId, id)))
            .orderBy(asc(orderLines.position)),
        ),
      requestsOf: (orderId: string) =>
        withOrg(orgId, (tx) =>
          tx.select().from(paymentRequests).where(eq(paymentRequests.sourceId, orderId)),
        ),
      async pay(amount: number, account: string) {
        await payByHand(platform.company, {
          ...{ number: shortcode, msisdn: newPhone().slice(1), amount, account },
        });
        await platform.runJobs();
      },
    };
  }
  return { ...chats, newShop };
}
