import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { orderLines } from "#app/db/schema/sales/orders.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { orderChanged } from "#app/domain/sales/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { updateOrder } from "./change.server.ts";
import { type LineInput, pricedLines } from "./create.server.ts";
import { requireDiscount } from "./discount.server.ts";
import { orderFacts } from "./facts.server.ts";
import { maxLines, maxQuantity } from "./fieldRules.ts";
import { linesIn, lockOrder } from "./find.server.ts";
import { linesOf, type NewLine, type Order, subtotalOf } from "./write.server.ts";

/** Of one line; quantity 0 removes it. Without a price it keeps its own. */
export interface LineChange {
  position: number;
  quantity: number;
  priceCents?: number | undefined;
}

export interface OrderChange {
  orderId: string;
  lines?: readonly LineChange[] | undefined;
  adds?: readonly LineInput[] | undefined;
  deliveryCents?: number | undefined;
  discountCents?: number | undefined;
  note?: string | undefined;
  /** Empty: that of the customer. */
  buyerPin?: string | undefined;
}

/**
 * Changes a draft order: its lines, delivery, discount, note and the buyer's KRA PIN. @throws DomainError `order.not_found`,
 * `order.not_draft`, `product.not_found`, `order.too_many_lines`, `order.discount_too_large`
 */
export const editOrder = ({ ctx, input }: Call<OrderChange>): Promise<{ orderId: string }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const order = await lockDraft(tx, ctx, input.orderId);
    const lines = changedLines(await linesIn(tx, ctx.orgId, order.id), input.lines ?? []);
    const all = (await pricedLines(tx, ctx, input.adds ?? [])).reduce<readonly NewLine[]>(withLine, lines);
    if (all.length > maxLines) throw salesError("order.too_many_lines", { values: { maxLines } });
    await writeDraft(tx, ctx, order, all, input);
    return { orderId: order.id };
  });

/** @throws DomainError `order.not_found`, `order.not_draft` */
export async function lockDraft(tx: Tx, ctx: OrgContext, orderId: string): Promise<Order> {
  const order = await lockOrder(tx, ctx.orgId, orderId);
  if (order.state !== "draft") throw salesError("order.not_draft");
  return order;
}

function changedLines(lines: readonly (NewLine & { position: number })[], changes: readonly LineChange[]) {
  const byPosition = new Map(changes.map((change) => [change.position, change]));
  return lines.flatMap(({ position, ...line }): NewLine[] => {
    const change = byPosition.get(position);
    if (!change) return [line];
    if (change.quantity === 0) return [];
    return [{ ...line, quantity: change.quantity, priceCents: change.priceCents ?? line.priceCents ?? null }];
  });
}

/** A product that is on the order at the same price counts up its line. */
function withLine(lines: readonly NewLine[], added: NewLine): NewLine[] {
  const same = lines.findIndex(
    ({ productId, priceCents }) =>
      productId !== null && productId === added.productId && priceCents === added.priceCents,
  );
  if (same < 0) return [...lines, added];
  return lines.map((line, index) =>
    index === same ? { ...line, quantity: Math.min(line.quantity + added.quantity, maxQuantity) } : line,
  );
}

async function writeDraft(
  tx: Tx,
  ctx: OrgContext,
  order: Order,
  lines: readonly NewLine[],
  input: OrderChange,
): Promise<void> {
  const { orgId } = ctx;
  const deliveryCents = input.deliveryCents ?? order.deliveryCents;
  const discountCents = input.discountCents ?? order.discountCents;
  requireDiscount(lines, { deliveryCents, discountCents });
  const subtotalCents = subtotalOf(lines);
  const totalCents = subtotalCents + deliveryCents - discountCents;
  await tx.delete(orderLines).where(and(eq(orderLines.orgId, orgId), eq(orderLines.orderId, order.id)));
  if (lines.length > 0) await tx.insert(orderLines).values(linesOf(orgId, order.id, lines));
  const buyerPin = input.buyerPin === undefined ? order.buyerPin : input.buyerPin || null;
  await updateOrder(tx, ctx, order.id, {
    ...{ subtotalCents, totalCents, deliveryCents, discountCents, buyerPin },
    note: input.note ?? order.note,
  });
  await record(tx, ctx, orderChanged, {
    subject: order.id,
    data: await orderFacts(tx, orgId, { ...order, totalCents }),
  });
}
