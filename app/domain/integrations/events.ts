import { z } from "zod";
import { eventType } from "#app/domain/record/eventType.ts";
import { m } from "#messages";

/** The service's name, and the account there. */
const connection = z.object({ service: z.string(), account: z.string() });
export const connected = eventType({ name: "connection.connected", type: "security", data: connection });
export const disconnected = eventType({
  name: "connection.disconnected",
  type: "security",
  status: "warning",
  data: connection,
});
export const connectionChanged = eventType({
  name: "connection.changed",
  type: "settings",
  data: connection,
});
/** The service refused our access permanently: it must be reconnected. */
export const connectionBroken = eventType({
  name: "connection.broken",
  type: "system",
  status: "error",
  data: connection.extend({ reason: z.string() }),
  bell: { to: "managers", unlessUnread: true },
});

const rule = z.object({ rule: z.string() });
export const ruleCreated = eventType({ name: "rule.created", type: "settings", data: rule });
export const ruleChanged = eventType({ name: "rule.changed", type: "settings", data: rule });
export const ruleDeleted = eventType({
  name: "rule.deleted",
  type: "settings",
  status: "warning",
  data: rule,
});
export const ruleSwitched = eventType({
  name: "rule.switched",
  type: "settings",
  data: rule.extend({ isOn: z.boolean() }),
});
/** Switched off by the platform, because it exceeded the hourly limit of a rule. */
export const ruleStopped = eventType({
  name: "rule.stopped",
  type: "system",
  status: "warning",
  data: rule.extend({ runs: z.number() }),
  bell: { to: "managers" },
});

/** The buyer; without a phone number no message is possible. Amounts as the shop writes them: `1500.00`. */
const buyer = z.object({
  contactId: z.string().nullable(),
  contact: z.string(),
  phone: z.string().nullable(),
  shop: z.string(),
  total: z.string(),
  currency: z.string(),
});
const buyerFields = {
  contact_id: "contactId",
  contact_name: "contact",
  phone: "phone",
  shop: "shop",
  total: "total",
  currency: "currency",
} as const;
export const orderPlaced = eventType({
  name: "order.placed",
  type: "system",
  data: buyer.extend({ order: z.string() }),
  webhook: {
    label: m.webhooks_order_placed,
    fields: { ...buyerFields, order: "order" },
  },
});
export const orderFulfilled = eventType({
  name: "order.fulfilled",
  type: "system",
  data: buyer.extend({ order: z.string(), tracking: z.string(), trackingUrl: z.string() }),
  webhook: {
    label: m.webhooks_order_fulfilled,
    fields: { ...buyerFields, order: "order", tracking: "tracking", tracking_url: "trackingUrl" },
  },
});
export const cartAbandoned = eventType({
  name: "cart.abandoned",
  type: "system",
  data: buyer.extend({ cart: z.string(), url: z.string() }),
  webhook: {
    label: m.webhooks_cart_abandoned,
    fields: { ...buyerFields, cart: "cart", url: "url" },
  },
});
