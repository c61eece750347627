import { eq } from "drizzle-orm";
import { connect } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { outgoingEvents, webhookDeliveries } from "#app/db/schema/record/webhooks.ts";
import { productCatalogues } from "#app/db/schema/sales/catalogues.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { createDemoBot } from "#app/demo/bot.server.ts";
import { addDemoInvoices } from "#app/demo/invoices.server.ts";
import { newId } from "#app/platform/ids.ts";
import { registerRooms } from "#app/registerRooms.ts";
import type { Caller } from "./caller.ts";
import type { TestServer } from "./server.ts";
import { shopLogin } from "./shop.ts";
import { addTillPayment } from "./tills.ts";

/** Objects created by time or other systems: invoices, a bot with its entries, a failed delivery. */
export async function bringObjects(server: TestServer, endpointId: string): Promise<{ deliveryId: string }> {
  registerRooms();
  const db = connect(server.databaseUrl);
  const clock = { now: () => new Date() };
  const deliveryId = newId("dlv");
  try {
    await db.withSystem(async (tx) => {
      const [owner] = await tx
        .select({ orgId: members.orgId })
        .from(members)
        .innerJoin(users, eq(users.id, members.userId))
        .where(eq(users.email, shopLogin.email));
      const { orgId } = owner!;
      await addDemoInvoices(tx, { db, clock }, orgId);
      await createDemoBot(tx, orgId, clock);
      const event = { id: newId("evt"), type: "message.read" as const };
      await tx
        .insert(outgoingEvents)
        .values({ orgId, ...event, subjectId: newId("msg"), data: {}, occurredAt: clock.now() });
      await tx.insert(webhookDeliveries).values({
        orgId,
        id: deliveryId,
        endpointId,
        eventId: event.id,
        eventType: event.type,
        state: "failed",
        lastAnswer: "500",
      });
    });
  } finally {
    await db.close();
  }
  return { deliveryId };
}

/** A catalogue of the account, to which a product belongs. */
export async function bringCatalogue(
  server: TestServer,
  { whatsappAccountId, productId }: { whatsappAccountId: string; productId: string },
) {
  const db = connect(server.databaseUrl);
  const catalogueId = newId("cat");
  try {
    await db.withSystem(async (tx) => {
      const [product] = await tx
        .update(products)
        .set({ catalogueId, retailerId: "UNGA-2" })
        .where(eq(products.id, productId))
        .returning({ orgId: products.orgId });
      await tx.insert(productCatalogues).values({
        ...{ orgId: product!.orgId, id: catalogueId, whatsappAccountId, catalogId: "1", name: "Duka" },
        ...{ nextSyncAt: new Date("2100-01-01"), items: 1 },
      });
    });
  } finally {
    await db.close();
  }
  return { catalogueId };
}

/** What M-Pesa reported about a till of the shop. */
export async function bringTillPayment(server: TestServer, tillId: string) {
  const db = connect(server.databaseUrl);
  const ids = { tillId, tillPaymentId: newId("tpy"), tillDifferenceId: newId("tdf") };
  try {
    await db.withSystem(async (tx) => {
      const [till] = await tx.select({ orgId: tills.orgId }).from(tills).where(eq(tills.id, tillId));
      await addTillPayment(tx, till!.orgId, ids, "1234567A");
    });
  } finally {
    await db.close();
  }
  return ids;
}

/** A used key, and an endpoint for webhooks, as a member creates them. */
export async function prepareDevelopers(server: TestServer, call: Caller) {
  const { key } = await call("POST /developer/api-keys", { name: "Web shop" });
  await fetch(`${server.url}/api/v1/numbers`, { headers: { authorization: `Bearer ${key}` } });
  const { endpoint } = await call("POST /developer/webhooks", {
    url: "http://localhost:9/tarishi",
    events: ["message.read"],
  });
  const [{ keys }, { calls }] = await Promise.all([
    call("GET /developer/api-keys", {}),
    call("GET /developer/calls", {}),
  ]);
  return {
    keyId: keys.at(-1)!.id,
    requestId: calls[0]!.requestId,
    endpointId: endpoint.id,
    callId: "send-a-message",
    code: "request.invalid",
    guideId: "first-message",
  };
}
