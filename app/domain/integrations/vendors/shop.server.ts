import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { connections, vendorNotices } from "#app/db/schema/integrations/connections.ts";
import { upsertContact } from "#app/domain/contacts/upsert.server.ts";
import { syncJob } from "#app/domain/integrations/actors.ts";
import { type Connection, ownConnection } from "#app/domain/integrations/connections/find.server.ts";
import { noteLog } from "#app/domain/integrations/connections/log.server.ts";
import { connectionNote } from "#app/domain/integrations/connections/notes.ts";
import {
  cartAbandoned,
  connectionBroken,
  orderFulfilled,
  orderPlaced,
} from "#app/domain/integrations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { integrationsActor, type Services, systemContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import type { ShopObject } from "./bodies.ts";
import { noticeIsMine } from "./noticeDone.server.ts";
import type { StoredNotice } from "./notices.server.ts";
import { phoneIn } from "./people.server.ts";

/** A cart without activity for this long is abandoned. */
const abandonedAfterMs = 3_600_000;
const cartTopic = "cart/due";
const keyOfCart = (token: string) => `cart:${token}`;

type ShopNotice = Pick<StoredNotice, "orgId" | "id" | "topic" | "body">;

/** Records a shop's notice as an event for rules. */
export async function applyShop(
  services: Services,
  connection: Connection,
  notice: ShopNotice,
): Promise<void> {
  const object = JSON.parse(notice.body) as ShopObject;
  switch (notice.topic) {
    case "orders/create":
    case "orders/fulfilled":
      return applyOrder(services, connection, notice, object);
    case "checkouts/create":
    case "checkouts/update":
      return services.db.withOrg(connection.orgId, (tx) =>
        watchCart(tx, services, connection, notice.body, object),
      );
    case cartTopic:
      return abandonCart(services, connection, notice, object);
    case "app/uninstalled":
      return services.db.withOrg(connection.orgId, (tx) => endByShop(tx, services, connection));
  }
}

async function applyOrder(
  services: Services,
  connection: Connection,
  notice: ShopNotice,
  object: ShopObject,
): Promise<void> {
  const buyer = await buyerOf(services, connection, object);
  const order = String(object.name ?? object.id ?? "");
  const { orgId } = connection;
  await services.db.withOrg(orgId, async (tx) => {
    if (!(await noticeIsMine(tx, notice))) return;
    const ctx = { orgId, actor: integrationsActor, clock: services.clock };
    const subject = buyer.contactId;
    if (notice.topic === "orders/create") {
      // A customer who has ordered has not abandoned the cart.
      if (object.checkout_token) await forgetCart(tx, connection, object.checkout_token);
      await record(tx, ctx, orderPlaced, { subject, data: { ...buyer, order } });
    } else {
      const { tracking_number: tracking, tracking_url: trackingUrl } = object.fulfillments?.at(-1) ?? {};
      const way = { tracking: tracking ?? "", trackingUrl: trackingUrl ?? "" };
      await record(tx, ctx, orderFulfilled, { subject, data: { ...buyer, order, ...way } });
    }
    await noteLog(tx, services, connection, { kind: "order.received", detail: order });
  });
}

/** The buyer; with a phone number they become a contact, without marketing consent. */
async function buyerOf(services: Services, connection: Connection, object: ShopObject) {
  const people = [object.customer, object.shipping_address, object.billing_address];
  const phone = phoneIn([object.phone, ...people.map((person) => person?.phone)].find(Boolean) ?? "");
  const named = people.find((person) => person?.first_name || person?.last_name);
  const name = [named?.first_name, named?.last_name].filter(Boolean).join(" ").slice(0, 100);
  const about = {
    contact: name,
    phone,
    shop: connection.accountName,
    total: object.total_price ?? "",
    currency: object.currency ?? "",
  };
  if (phone === null) return { contactId: null, ...about };
  const ctx = systemContext(services, connection.orgId, syncJob(connection.id));
  try {
    const { contactId } = await upsertContact({ ctx, input: { phone, ...(name ? { name } : {}) } });
    return { contactId, ...about };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { contactId: null, ...about };
  }
}

/** Each update of a cart restarts the hour; a completed one is not abandoned. */
async function watchCart(
  tx: Tx,
  services: Pick<Services, "clock">,
  connection: Connection,
  body: string,
  { token, completed_at: completedAt }: ShopObject,
): Promise<void> {
  if (!token) return;
  if (completedAt) return forgetCart(tx, connection, token);
  const now = services.clock.now();
  const dueAt = new Date(now.getTime() + abandonedAfterMs);
  const cart = { orgId: connection.orgId, connectionId: connection.id, externalId: keyOfCart(token) };
  await tx
    .insert(vendorNotices)
    .values({ ...cart, id: newId("vnt", now.getTime()), topic: cartTopic, body, dueAt, createdAt: now })
    .onConflictDoUpdate({
      target: [vendorNotices.orgId, vendorNotices.connectionId, vendorNotices.externalId],
      set: { body, dueAt, attempts: 0 },
    });
}

async function forgetCart(tx: Tx, connection: Connection, token: string): Promise<void> {
  await tx
    .delete(vendorNotices)
    .where(
      and(
        eq(vendorNotices.orgId, connection.orgId),
        eq(vendorNotices.connectionId, connection.id),
        eq(vendorNotices.externalId, keyOfCart(token)),
      ),
    );
}

async function abandonCart(
  services: Services,
  connection: Connection,
  notice: ShopNotice,
  object: ShopObject,
): Promise<void> {
  const buyer = await buyerOf(services, connection, object);
  const { orgId } = connection;
  await services.db.withOrg(orgId, async (tx) => {
    if (!(await noticeIsMine(tx, notice))) return;
    const ctx = { orgId, actor: integrationsActor, clock: services.clock };
    const data = { ...buyer, cart: object.token ?? "", url: object.abandoned_checkout_url ?? "" };
    await record(tx, ctx, cartAbandoned, { subject: buyer.contactId, data });
    await noteLog(tx, services, connection, {
      kind: "cart.received",
      detail: buyer.contact || connectionNote("connection.cart"),
    });
  });
}

/** Our app was removed in the shop, which ends the access. */
async function endByShop(tx: Tx, services: Services, connection: Connection): Promise<void> {
  const said = connectionNote("connection.app_removed");
  await tx
    .update(connections)
    .set({ status: "broken", brokenReason: said, credentialsEncrypted: null })
    .where(ownConnection(connection));
  await noteLog(tx, services, connection, { kind: "token.refused", ok: false, detail: said });
  const ctx = { orgId: connection.orgId, actor: integrationsActor, clock: services.clock };
  await record(tx, ctx, connectionBroken, {
    subject: connection.id,
    data: { service: "Shopify", account: connection.accountName, reason: said },
  });
}
