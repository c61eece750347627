import type { NewRequest } from "#app/domain/sales/requests/create.server.ts";
import { m } from "#messages";
import type { Order } from "./write.server.ts";

type Asking = Pick<Order, "id" | "number" | "conversationId" | "totalCents"> & { contactId: string };

/** What asks a customer for the total of an order. */
export const requestOfOrder = (order: Asking, tillId: string | undefined): NewRequest => ({
  contactId: order.contactId,
  tillId,
  conversationId: order.conversationId ?? undefined,
  amountCents: order.totalCents,
  reason: m.orders_order_title({ number: String(order.number) }),
  source: "order",
  sourceId: order.id,
  key: `order:${order.id}`,
});
