import type { Tx } from "#app/db/client.server.ts";
import { type Sold, scaled } from "#app/domain/sales/tax/lines.ts";
import { queueSale } from "#app/domain/sales/tax/queue.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { m } from "#messages";
import { linesIn } from "./find.server.ts";
import type { Order } from "./write.server.ts";

/** Queues the invoice of a paid order. */
export const queueOrderSale = (
  tx: Tx,
  ctx: Pick<OrgContext, "orgId" | "clock" | "jobs">,
  order: Order,
): Promise<void> =>
  queueSale(tx, ctx, {
    subjectId: order.id,
    async lines() {
      const lines = await linesIn(tx, ctx.orgId, order.id);
      const sold = lines.map(
        ({ name, retailerId, quantity, priceCents, vatClass }): Sold => ({
          ...{ description: name || retailerId || m.orders_unknown_item(), quantity, vatClass },
          totalCents: (priceCents ?? 0) * quantity,
        }),
      );
      return scaled([...sold, ...deliveryOf(order, sold)], order.totalCents);
    },
  });

/** Delivery has the VAT of most of what is delivered. */
function deliveryOf({ deliveryCents }: Order, sold: readonly Sold[]): Sold[] {
  const largest = sold.toSorted((a, b) => b.totalCents - a.totalCents)[0];
  return deliveryCents === 0 || !largest
    ? []
    : [
        {
          ...{ description: m.orders_delivery(), quantity: 1, vatClass: largest.vatClass },
          totalCents: deliveryCents,
        },
      ];
}
