import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { orderLines, orders } from "#app/db/schema/sales/orders.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Order } from "./write.server.ts";

export const ofOrder = (orgId: OrgId, id: string) => and(eq(orders.orgId, orgId), eq(orders.id, id));

/** An order, locked until the transaction ends. @throws DomainError `order.not_found` */
export async function lockOrder(tx: Tx, orgId: OrgId, orderId: string): Promise<Order> {
  const [order] = await tx.select().from(orders).where(ofOrder(orgId, orderId)).for("update");
  if (!order) throw notFound("Order");
  return order;
}

export const linesIn = (tx: Tx, orgId: OrgId, orderId: string) =>
  tx
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.orgId, orgId), eq(orderLines.orderId, orderId)))
    .orderBy(asc(orderLines.position));
