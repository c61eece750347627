import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { paymentRefunds } from "#app/db/schema/sales/matching.ts";
import { orders } from "#app/db/schema/sales/orders.ts";
import { record } from "#app/domain/record/record.server.ts";
import { orderRefundDue } from "#app/domain/sales/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { orderFacts } from "./facts.server.ts";
import type { Order } from "./write.server.ts";

const unreturned = sql.raw("state in ('due', 'sent', 'unknown')");

/** What must still be returned of an order, in a selection of orders. */
export const refundCentsOf = (orgId: OrgId): SQL<number> =>
  sql`(select coalesce(sum(amount_cents), 0)::bigint from ${paymentRefunds}
    where ${paymentRefunds.orgId} = ${orgId} and ${paymentRefunds.orderId} = ${orders.id} and ${unreturned})`.mapWith(
    Number,
  );

/** Orders of which something must still be returned. */
export const isToRefund = (orgId: OrgId): SQL =>
  sql`${orders.id} in (select order_id from ${paymentRefunds}
    where ${and(eq(paymentRefunds.orgId, orgId), isNotNull(paymentRefunds.orderId))} and ${unreturned})`;

/** The refunds of an order, oldest first. */
export const refundsOfOrder = (tx: Tx, orgId: OrgId, orderId: string) =>
  tx
    .select({
      id: paymentRefunds.id,
      paymentId: paymentRefunds.paymentId,
      way: paymentRefunds.way,
      state: paymentRefunds.state,
      amountCents: paymentRefunds.amountCents,
      note: paymentRefunds.note,
      receipt: paymentRefunds.receipt,
      resultDesc: paymentRefunds.resultDesc,
      createdAt: paymentRefunds.createdAt,
    })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.orgId, orgId), eq(paymentRefunds.orderId, orderId)))
    .orderBy(paymentRefunds.createdAt, paymentRefunds.id);

type Ctx = Pick<OrgContext, "orgId" | "clock" | "actor" | "requestId">;

/** Notes that a payment's part of a cancelled order, which is locked, must be returned. */
export async function oweRefund(
  tx: Tx,
  ctx: Ctx,
  order: Order,
  { paymentId, cents }: { paymentId: string; cents: number },
): Promise<void> {
  const now = ctx.clock.now();
  await clientOf(tx).query({
    name: "owe-refund",
    text: `insert into payment_refunds as r (org_id, id, payment_id, order_id, state, amount_cents, note, created_at, updated_at)
      values ($1, $2, $3, $4, 'due', $5, '', $6, $6)
      on conflict (org_id, order_id, payment_id) where state = 'due'
      do update set amount_cents = r.amount_cents + excluded.amount_cents, updated_at = excluded.updated_at`,
    values: [ctx.orgId, newId("prf", now.getTime()), paymentId, order.id, cents, now],
  });
  await record(tx, ctx, orderRefundDue, {
    subject: order.id,
    data: { ...(await orderFacts(tx, ctx.orgId, order)), refundCents: cents },
  });
}
