import type { Tx } from "#app/db/client.server.ts";
import { inSavepoint } from "#app/db/savepoint.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { productsCalled } from "#app/domain/sales/products/find.server.ts";
import { oneOpenPrompt } from "#app/domain/sales/requests/prompt.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { askForOrderIn } from "./ask.server.ts";
import { createOrderIn, type LineInput, type OrderInput } from "./create.server.ts";
import { itemsIn } from "./itemsText.ts";
import type { OrderAsk } from "./words.ts";
import type { Order } from "./write.server.ts";

/** An order of products named in a text. `ask`: whether its customer is asked for the money, and how. */
export type OrderText = Omit<OrderInput, "lines"> & { items: string; ask: OrderAsk };

/**
 * Creates an order of products by name or code, once per key, and asks for its money, in a part of a transaction that
 * continues when it is refused. @throws DomainError `order.bad_items`, `order.unknown_product`, those of
 * `createOrder`, `confirmOrder` and `promptRequest`
 */
export const placeByText = (tx: Tx, ctx: OrgContext, { items, ask, ...input }: OrderText): Promise<Order> =>
  oneOpenPrompt(() =>
    inSavepoint(tx, async () => {
      const order = await createOrderIn(tx, ctx, { ...input, lines: await linesOf(tx, ctx, items) });
      if (ask === "no" || order.state !== "draft") return order;
      await askForOrderIn(tx, ctx, { orderId: order.id, way: ask });
      return order;
    }),
  );

async function linesOf(tx: Tx, ctx: OrgContext, text: string): Promise<LineInput[]> {
  const items = itemsIn(text);
  if (!items) throw salesError("order.bad_items");
  const called = await productsCalled(
    tx,
    ctx.orgId,
    items.map(({ product }) => product),
  );
  return items.map(({ product, quantity }) => {
    const found = called(product);
    if (!found) throw salesError("order.unknown_product", { values: { item: product.slice(0, 80) } });
    return { productId: found.id, quantity };
  });
}
