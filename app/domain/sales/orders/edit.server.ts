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
import { type NewLine, type Order, subtotalOf } from "./write.server.ts";

/** Of one line; quantity 0 removes it. Without a price it keeps its own. */
export interface LineChange {
  position: number;
  quantity: number;
  priceCents?: number | undefined;
}

export interface OrderChange {
  orderId: string;
  /** All lines that the form showed. */
  lines?: readonly LineChange[] | undefined;
  adds?: readonly LineInput[] | undefined;
  deliveryCents?: number | undefined;
  discountCents?: number | undefined;
  note?: string | undefined;
  /** Empty: that of the customer. */
  buyerPin?: string | undefined;
}

/**
 * Changes a draft order: its lines, delivery, discount, note and the buyer's KRA PIN. The same change again changes
 * nothing more. @throws DomainError `order.not_found`,
 * `order.not_draft`, `product.not_found`, `order.too_many_lines`, `order.discount_too_large`
 */
export const editOrder = ({ ctx, input }: Call<OrderChange>): Promise<{ orderId: string }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const order = await lockDraft(tx, ctx, input.orderId);
    const before = await linesIn(tx, ctx.orgId, order.id);
    const changes = new Map((input.lines ?? []).map((change) => [change.position, change]));
    const added = await pricedLines(tx, ctx, input.adds ?? []);
    const all = withLines(changedLines(before, changes), added, {
      isShown: (position) => changes.has(position),
      next: (before.at(-1)?.position ?? 0) + 1,
    });
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

/** A line keeps its position while it is on the draft, so that a form that is sent late changes no other one. */
type PlacedLine = NewLine & { position: number };

const changedLines = (lines: readonly PlacedLine[], changes: ReadonlyMap<number, LineChange>) =>
  lines.flatMap((line): PlacedLine[] => {
    const change = changes.get(line.position);
    if (!change) return [line];
    if (change.quantity === 0) return [];
    return [{ ...line, quantity: change.quantity, priceCents: change.priceCents ?? line.priceCents ?? null }];
  });

/**
 * A product that is on the order at the same price counts up its line, if the form showed it: else an earlier send of
 * the form added it, or another member.
 */
function withLines(
  lines: readonly PlacedLine[],
  added: readonly NewLine[],
  { isShown, next }: { isShown: (position: number) => boolean; next: number },
): PlacedLine[] {
  const all = [...lines];
  for (const line of added) {
    const at = all.findIndex(
      (other) =>
        other.priceCents === line.priceCents &&
        (line.productId
          ? other.productId === line.productId
          : isSameItem(other, line) && !isShown(other.position)),
    );
    const known = all[at];
    if (!known) all.push({ ...line, position: next + all.length - lines.length });
    else if (isShown(known.position))
      all[at] = { ...known, quantity: Math.min(known.quantity + line.quantity, maxQuantity) };
  }
  return all;
}

const isSameItem = (one: NewLine, other: NewLine) =>
  !one.productId && one.name === other.name && one.quantity === other.quantity;

async function writeDraft(
  tx: Tx,
  ctx: OrgContext,
  order: Order,
  lines: readonly PlacedLine[],
  input: OrderChange,
): Promise<void> {
  const { orgId } = ctx;
  const deliveryCents = input.deliveryCents ?? order.deliveryCents;
  const discountCents = input.discountCents ?? order.discountCents;
  requireDiscount(lines, { deliveryCents, discountCents });
  const subtotalCents = subtotalOf(lines);
  const totalCents = subtotalCents + deliveryCents - discountCents;
  await tx.delete(orderLines).where(and(eq(orderLines.orgId, orgId), eq(orderLines.orderId, order.id)));
  const rows = lines.map((line) => ({ ...line, orgId, orderId: order.id }));
  if (rows.length > 0) await tx.insert(orderLines).values(rows);
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
