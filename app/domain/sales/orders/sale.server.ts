import type { Tx } from "#app/db/client.server.ts";
import { type Sold, scaled } from "#app/domain/sales/tax/lines.ts";
import { pinOf } from "#app/domain/sales/tax/pins.server.ts";
import { queueSales } from "#app/domain/sales/tax/queue.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { m } from "#messages";
import { linesIn } from "./find.server.ts";
import type { Order } from "./write.server.ts";

/** Queues the invoice of an order that a payment paid. */
export const queueOrderSale = (
  tx: Tx,
  ctx: Pick<OrgContext, "orgId" | "clock" | "jobs">,
  order: Order,
  paymentId: string,
): Promise<void> =>
  queueSales(tx, ctx, async () => {
    const sold = (await linesIn(tx, ctx.orgId, order.id)).map(
      ({ name, retailerId, quantity, priceCents, vatClass }): Sold => ({
        ...{ description: name || retailerId || m.orders_unknown_item(), quantity, vatClass },
        totalCents: (priceCents ?? 0) * quantity,
      }),
    );
    const lines = scaled([...sold, ...deliveryOf(order, sold)], order.totalCents);
    const customerPin = order.buyerPin ?? (await pinOf(tx, ctx.orgId, order.contactId));
    return [{ subjectId: order.id, paymentId, customerPin, lines }];
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
