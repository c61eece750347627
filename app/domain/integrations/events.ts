import { z } from "zod";
import { eventType } from "#app/domain/record/eventType.ts";

/** The service by its name. */
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
/** The service refused our access for good: somebody has to connect it again. */
export const connectionBroken = eventType({
  name: "connection.broken",
  type: "system",
  status: "error",
  data: connection.extend({ said: z.string() }),
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
/** The platform switched it off: it ran more often in an hour than a rule may. */
export const ruleStopped = eventType({
  name: "rule.stopped",
  type: "system",
  status: "warning",
  data: rule.extend({ runs: z.number() }),
  bell: { to: "managers" },
});

/** Who bought; without a phone number nobody can be written to. Amounts as the shop writes them: `1500.00`. */
const buyer = z.object({
  contactId: z.string().nullable(),
  contact: z.string(),
  phone: z.string().nullable(),
  shop: z.string(),
  total: z.string(),
  currency: z.string(),
});
export const orderPlaced = eventType({
  name: "order.placed",
  type: "system",
  data: buyer.extend({ order: z.string() }),
});
export const orderFulfilled = eventType({
  name: "order.fulfilled",
  type: "system",
  data: buyer.extend({ order: z.string(), tracking: z.string(), trackingUrl: z.string() }),
});
export const cartAbandoned = eventType({
  name: "cart.abandoned",
  type: "system",
  data: buyer.extend({ cart: z.string(), url: z.string() }),
});
/** Money of a customer on the organisation's own paybill; it is no money of the wallet. */
export const paybillPaymentReceived = eventType({
  name: "paybill.payment_received",
  type: "system",
  data: z.object({
    contactId: z.string().nullable(),
    contact: z.string(),
    phone: z.string().nullable(),
    amountCents: z.number().int(),
    account: z.string(),
    receipt: z.string(),
  }),
});
