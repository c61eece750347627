import { record } from "#app/domain/record/record.server.ts";
import { orderDelivered, orderPacked } from "#app/domain/sales/events.ts";
import type { Call } from "#app/platform/context.ts";
import { moveOrder } from "./change.server.ts";
import { orderFacts } from "./facts.server.ts";
import { lockOrder } from "./find.server.ts";

const eventOf = { packed: orderPacked, delivered: orderDelivered } as const;

/** Notes that an order was packed or delivered; idempotent. @throws DomainError `order.not_found`, `order.state` */
export const fulfilOrder = ({
  ctx,
  input: { orderId, state },
}: Call<{ orderId: string; state: "packed" | "delivered" }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const order = await lockOrder(tx, ctx.orgId, orderId);
    if (order.state === state) return;
    await moveOrder(tx, ctx, order, state);
    await record(tx, ctx, eventOf[state], {
      subject: orderId,
      data: await orderFacts(tx, ctx.orgId, order),
    });
  });
