import { and, eq, isNotNull } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { productCatalogues } from "#app/db/schema/sales/catalogues.ts";
import { orderCounters, orderLines, orders } from "#app/db/schema/sales/orders.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { orderOf } from "#app/domain/whatsapp/webhookEvents/order.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { KnownAccount } from "#app/providers/meta/sandboxAccounts.server.ts";
import { cartBody } from "./inboxTalks.ts";
import { demoId, hourMs, metaId } from "./seed.ts";

type Loading = { orgId: OrgId; now: Date; known: readonly KnownAccount[] };

/** The shop's catalogue in Meta, with its products, and the order that a cart became. */
export async function loadDemoCatalogue(tx: Tx, { orgId, now, known }: Loading): Promise<void> {
  const [account] = await tx
    .select({ id: whatsappAccounts.id, wabaId: whatsappAccounts.wabaId })
    .from(whatsappAccounts)
    .where(eq(whatsappAccounts.orgId, orgId));
  const catalogueId = demoId("cat", "Duka Letu", now);
  const catalogId = metaId("catalogue Duka Letu");
  const inCatalogue = await tx
    .update(products)
    .set({ catalogueId })
    .where(and(eq(products.orgId, orgId), isNotNull(products.stock), isNotNull(products.retailerId)))
    .returning();
  await tx.insert(productCatalogues).values({
    ...{
      orgId,
      id: catalogueId,
      whatsappAccountId: account!.id,
      catalogId,
      name: "Duka Letu",
      createdAt: now,
    },
    ...{ items: inCatalogue.length, syncedAt: now, nextSyncAt: new Date(now.getTime() + hourMs) },
  });
  const ofMeta = known.find(({ wabaId }) => wabaId === account!.wabaId);
  if (ofMeta)
    ofMeta.catalogue = {
      ...{ id: catalogId, name: "Duka Letu" },
      items: inCatalogue.map(({ name, priceCents, retailerId }) => ({
        ...{ id: metaId(`item ${retailerId}`), retailer_id: retailerId!, name, priceCents, currency: "KES" },
      })),
    };
  await placeCart(tx, orgId, now);
}

/** The draft order of the cart in the inbox. */
async function placeCart(tx: Tx, orgId: OrgId, now: Date): Promise<void> {
  const [cart] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.orgId, orgId), eq(messages.body, cartBody)));
  const [talk] = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.orgId, orgId), eq(conversations.contactId, cart!.contactId!)));
  const stocked = await tx.select().from(products).where(eq(products.orgId, orgId));
  const id = demoId("ord", "cart of the inbox", now);
  const lines = orderOf((cart!.payload as { order: object }).order).lines.map((line, index) => {
    const product = stocked.find(({ retailerId }) => retailerId === line.productId)!;
    const { id: productId, retailerId, name, priceCents, vatClass } = product;
    return {
      ...{ orgId, orderId: id, position: index + 1, quantity: line.quantity },
      ...{ productId, retailerId, name, vatClass, priceCents, listPriceCents: priceCents },
    };
  });
  const subtotalCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const [counter] = await tx.select().from(orderCounters).where(eq(orderCounters.orgId, orgId));
  const number = counter!.last + 1;
  await tx.update(orderCounters).set({ last: number }).where(eq(orderCounters.orgId, orgId));
  await tx.insert(orders).values({
    ...{ orgId, id, number, contactId: cart!.contactId, conversationId: talk!.id, source: "cart" as const },
    ...{ wamid: cart!.wamid, messageId: cart!.id, subtotalCents, totalCents: subtotalCents },
    ...{ createdAt: cart!.createdAt, updatedAt: cart!.createdAt },
  });
  await tx.insert(orderLines).values(lines);
  await clientOf(tx).query({
    text: "update messages set payload = payload || jsonb_build_object('placedOrder', $3::jsonb) where org_id = $1 and id = $2",
    values: [orgId, cart!.id, JSON.stringify({ id, number, names: lines.map(({ name }) => name) })],
  });
}
