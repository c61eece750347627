import type { Tx } from "#app/db/client.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { orderConfirmed, orderSeparate } from "#app/domain/sales/events.ts";
import { createRequestIn } from "#app/domain/sales/requests/create.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { moveOrder, updateOrder } from "./change.server.ts";
import { lockDraft } from "./edit.server.ts";
import { orderFacts } from "./facts.server.ts";
import { linesIn } from "./find.server.ts";
import { requestOfOrder } from "./request.server.ts";
import { takeStock } from "./stock.server.ts";
import type { Order, OrderLine } from "./write.server.ts";

/**
 * Confirms a draft: its lines are taken from the stock, and the customer is asked for its total at a till, or else
 * at the oldest one. @throws DomainError `order.not_found`, `order.not_draft`, `order.repeated`, `order.empty`,
 * `order.no_price`, `order.no_contact`, `order.out_of_stock`, `till.not_found`, `till.none`, `till.removed`
 */
export const confirmOrder = ({
  ctx,
  input,
}: Call<{ orderId: string; tillId?: string | undefined }>): Promise<{ orderId: string; requestId: string }> =>
  ctx.db.withOrg(ctx.orgId, (tx) => confirmOrderIn(tx, ctx, input));

/** The same, within a larger transaction. */
export async function confirmOrderIn(
  tx: Tx,
  ctx: OrgContext,
  { orderId, tillId }: { orderId: string; tillId?: string | undefined },
): Promise<{ orderId: string; requestId: string }> {
  const order = await lockDraft(tx, ctx, orderId);
  const lines = await linesIn(tx, ctx.orgId, orderId);
  const contactId = requireComplete(order, lines);
  await takeStock(tx, ctx.orgId, orderId, lines);
  const { request } = await createRequestIn(tx, ctx, requestOfOrder({ ...order, contactId }, tillId));
  await moveOrder(tx, ctx, order, "waiting");
  await record(tx, ctx, orderConfirmed, {
    subject: orderId,
    data: await orderFacts(tx, ctx.orgId, order),
  });
  return { orderId, requestId: request.id };
}

/** Returns the customer. */
function requireComplete(order: Order, lines: readonly OrderLine[]): string {
  if (order.repeatsId !== null) throw salesError("order.repeated");
  if (order.contactId === null) throw salesError("order.no_contact");
  if (lines.some(({ priceCents }) => priceCents === null)) throw salesError("order.no_price");
  if (lines.length === 0 || order.totalCents === 0) throw salesError("order.empty");
  return order.contactId;
}

/** A member says that a cart that came twice is a second order. @throws DomainError `order.not_found`, `order.not_draft` */
export const keepSeparate = ({ ctx, input: { orderId } }: Call<{ orderId: string }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const order = await lockDraft(tx, ctx, orderId);
    if (order.repeatsId === null) return;
    await updateOrder(tx, ctx, orderId, { repeatsId: null });
    await record(tx, ctx, orderSeparate, {
      subject: orderId,
      data: await orderFacts(tx, ctx.orgId, order),
    });
  });
