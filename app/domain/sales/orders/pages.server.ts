import { and, desc, eq, inArray, lt } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type OrderState, orderLines, orders } from "#app/db/schema/sales/orders.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { ofOrder } from "./find.server.ts";
import { refundCentsOf } from "./refunds.server.ts";
import type { Order, OrderLine } from "./write.server.ts";

export interface OrderPage {
  limit: number;
  /** The id after which it starts. */
  after?: string | undefined;
  contactId?: string | undefined;
  state?: OrderState | undefined;
}

export interface OrderWithLines {
  order: Order;
  /** What must still be returned. */
  refundCents: number;
  lines: OrderLine[];
}

/** Orders for programs, newest first, one more than `limit`. */
export const pageOfOrders = ({ ctx, input }: Call<OrderPage>): Promise<OrderWithLines[]> =>
  ctx.db.withOrg(ctx.orgId, async (tx) =>
    withLines(
      tx,
      ctx.orgId,
      await tx
        .select(withRefund(ctx.orgId))
        .from(orders)
        .where(
          and(
            eq(orders.orgId, ctx.orgId),
            input.contactId === undefined ? undefined : eq(orders.contactId, input.contactId),
            input.state === undefined ? undefined : eq(orders.state, input.state),
            input.after === undefined ? undefined : lt(orders.id, input.after),
          ),
        )
        .orderBy(desc(orders.id))
        .limit(input.limit + 1),
    ),
  );

/** @throws DomainError `order.not_found` */
export const readOrder = ({ ctx, input }: Call<{ orderId: string }>): Promise<OrderWithLines> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [found] = await withLines(
      tx,
      ctx.orgId,
      await tx.select(withRefund(ctx.orgId)).from(orders).where(ofOrder(ctx.orgId, input.orderId)),
    );
    if (!found) throw notFound("Order");
    return found;
  });

const withRefund = (orgId: OrgId) => ({ order: orders, refundCents: refundCentsOf(orgId) });

async function withLines(
  tx: Tx,
  orgId: OrgId,
  found: readonly Omit<OrderWithLines, "lines">[],
): Promise<OrderWithLines[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ order }) => order.id);
  const lines = await tx
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.orgId, orgId), inArray(orderLines.orderId, ids)))
    .orderBy(orderLines.orderId, orderLines.position);
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return found.map((row) => ({ ...row, lines: byOrder.get(row.order.id) ?? [] }));
}
