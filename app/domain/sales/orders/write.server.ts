import { clientOf, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { orderLines, orders } from "#app/db/schema/sales/orders.ts";
import { type RecordContext, recordAll } from "#app/domain/record/record.server.ts";
import { orderCreated } from "#app/domain/sales/events.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { peopleOf } from "./facts.server.ts";

export type Order = typeof orders.$inferSelect;
export type OrderLine = typeof orderLines.$inferSelect;
export type NewLine = Omit<typeof orderLines.$inferInsert, "orgId" | "orderId" | "position">;

/** An order to be written; its number, totals and positions are given here. */
export type NewOrder = Omit<
  typeof orders.$inferInsert,
  "orgId" | "id" | "number" | "subtotalCents" | "totalCents"
> & { createdAt: Date; lines: readonly NewLine[] };

export const subtotalOf = (lines: readonly Pick<NewLine, "priceCents" | "quantity">[]): number =>
  lines.reduce((sum, { priceCents, quantity }) => sum + (priceCents ?? 0) * quantity, 0);

/** Writes orders, each once by its cart or key, and returns those that are new. */
export async function writeOrders(tx: Tx, ctx: RecordContext, all: readonly NewOrder[]): Promise<Order[]> {
  const rows = await withNumbers(tx, ctx.orgId, all);
  const written = await tx
    .insert(orders)
    .values(rows.map(({ lines: _, ...row }) => row))
    .onConflictDoNothing()
    .returning();
  const ids = new Set(written.map(({ id }) => id));
  const lines = rows
    .filter(({ id }) => ids.has(id))
    .flatMap(({ id, lines: own }) => linesOf(ctx.orgId, id, own));
  if (lines.length > 0) await tx.insert(orderLines).values(lines);
  const people = await peopleOf(tx, ctx.orgId, written);
  await recordAll(
    tx,
    ctx,
    orderCreated,
    written.map((order) => ({ subject: order.id, data: people(order), at: order.createdAt })),
  );
  notifyPages(tx, ctx.orgId, "payments");
  return written;
}

/** The lines of an order, numbered from 1. */
const linesOf = (orgId: OrgId, orderId: string, lines: readonly NewLine[]) =>
  lines.map((line, index) => ({ ...line, orgId, orderId, position: index + 1 }));

async function withNumbers(tx: Tx, orgId: OrgId, all: readonly NewOrder[]) {
  const last = await nextNumbers(tx, orgId, all.length);
  return all.map((order, index) => {
    const subtotalCents = subtotalOf(order.lines);
    const totalCents = subtotalCents + (order.deliveryCents ?? 0) - (order.discountCents ?? 0);
    const id = newId("ord", order.createdAt.getTime());
    return { ...order, orgId, id, number: last - all.length + 1 + index, subtotalCents, totalCents };
  });
}

/** Takes the next numbers of an organisation, which begin at 1001, and returns the last of them. */
async function nextNumbers(tx: Tx, orgId: OrgId, count: number): Promise<number> {
  const { rows } = await clientOf(tx).query<{ last: number }>({
    name: "take-order-numbers",
    text: `insert into order_counters as c (org_id, last) values ($1, 1000 + $2)
      on conflict (org_id) do update set last = c.last + $2 returning last`,
    values: [orgId, count],
  });
  return rows[0]!.last;
}
