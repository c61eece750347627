import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { paymentRefunds, type RefundState, type RefundWay } from "#app/db/schema/sales/matching.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import {
  type orderRefundCredited,
  orderRefunded,
  refundFailed,
  tillPaymentRefunded,
} from "#app/domain/sales/events.ts";
import { orderFacts } from "#app/domain/sales/orders/facts.server.ts";
import { lockOrder } from "#app/domain/sales/orders/find.server.ts";
import { oweRefund } from "#app/domain/sales/orders/refunds.server.ts";
import { personOf } from "#app/domain/sales/requests/facts.server.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { deallocate } from "./deallocate.server.ts";
import { lockPayment } from "./lockPayment.server.ts";
import { isWithMpesa, refundMoves } from "./refundStates.ts";

export type Refund = typeof paymentRefunds.$inferSelect;

export const ofRefund = ({ orgId, id }: Pick<Refund, "orgId" | "id">) =>
  and(eq(paymentRefunds.orgId, orgId), eq(paymentRefunds.id, id));

interface Result {
  way?: RefundWay;
  note?: string;
  resultCode?: string;
  resultDesc?: string;
  receipt?: string | null;
}

/** Moves a refund whose payment is locked. @throws DomainError `till_payment.not_refundable` where its state does not allow it */
export async function moveRefund(
  tx: Tx,
  ctx: OrgContext,
  refund: Refund,
  state: RefundState,
  more: Partial<Refund> = {},
): Promise<void> {
  if (!refundMoves[refund.state].includes(state)) throw salesError("till_payment.not_refundable");
  const now = ctx.clock.now();
  const ended = refundMoves[state].length === 0 || state === "failed" ? { endedAt: now } : {};
  await tx
    .update(paymentRefunds)
    .set({ ...more, ...ended, state, updatedAt: now })
    .where(ofRefund(refund));
}

/** Marks a refund as done and books it; what it paid is open again. Its payment is locked here. */
export async function settleRefund(tx: Tx, ctx: OrgContext, refund: Refund, result: Result): Promise<void> {
  const payment = await lockPayment(tx, ctx.orgId, refund.paymentId);
  const now = ctx.clock.now();
  await moveRefund(tx, ctx, refund, "done", result);
  const { orderId } = refund;
  const refundedCents = payment.refundedCents + refund.amountCents;
  const overCents = payment.allocatedCents + refundedCents - payment.amountCents;
  const allocatedCents =
    orderId !== null || overCents > 0
      ? await deallocate(tx, ctx, { ...payment, refundedCents }, orderId)
      : payment.allocatedCents;
  const isWhole = refundedCents === payment.amountCents;
  await tx
    .update(tillPayments)
    .set({ refundedCents, allocatedCents, ...(isWhole ? { state: "refunded" } : {}), updatedAt: now })
    .where(and(eq(tillPayments.orgId, ctx.orgId), eq(tillPayments.id, payment.id)));
  const { amountCents } = refund;
  await bookEntry(tx, {
    orgId: ctx.orgId,
    kind: "reversal",
    about: { code: "till.refunded", receipt: payment.receipt },
    reference: `till-refund:${refund.id}`,
    postings: { till: amountCents, [payment.state === "unmatched" ? "suspense" : "collected"]: -amountCents },
    at: now,
  });
  await record(tx, ctx, tillPaymentRefunded, {
    subject: payment.id,
    data: {
      ...(await personOf(tx, ctx, payment.contactId)),
      ...{ amountCents, receipt: payment.receipt, note: result.note ?? refund.note },
    },
  });
  if (orderId !== null) await recordRefundOfOrder(tx, ctx, orderRefunded, { orderId, cents: amountCents });
  notifyPages(tx, ctx.orgId, "payments");
}

/** Records the result of an order's refund. */
export async function recordRefundOfOrder(
  tx: Tx,
  ctx: OrgContext,
  type: typeof orderRefunded | typeof orderRefundCredited,
  { orderId, cents }: { orderId: string; cents: number },
): Promise<void> {
  const order = await lockOrder(tx, ctx.orgId, orderId);
  await record(tx, ctx, type, {
    subject: orderId,
    data: { ...(await orderFacts(tx, ctx.orgId, order)), refundCents: cents },
  });
}

/** Ends an open refund without money; the payment stays, and that of an order is due again. Returns whether it was open. */
export async function failRefund(
  tx: Tx,
  ctx: OrgContext,
  refundId: string,
  result: { resultCode: string; resultDesc: string },
): Promise<boolean> {
  await lockPayments(tx, ctx.orgId);
  const [refund] = await tx
    .select()
    .from(paymentRefunds)
    .where(ofRefund({ orgId: ctx.orgId, id: refundId }))
    .for("update");
  if (!refund || !isWithMpesa(refund.state)) return false;
  await moveRefund(tx, ctx, refund, "failed", result);
  if (refund.orderId !== null)
    await oweRefund(tx, ctx, await lockOrder(tx, ctx.orgId, refund.orderId), {
      paymentId: refund.paymentId,
      cents: refund.amountCents,
    });
  const [payment] = await tx
    .select({ contactId: tillPayments.contactId, receipt: tillPayments.receipt })
    .from(tillPayments)
    .where(and(eq(tillPayments.orgId, ctx.orgId), eq(tillPayments.id, refund.paymentId)));
  await record(tx, ctx, refundFailed, {
    subject: refund.paymentId,
    data: {
      ...(await personOf(tx, ctx, payment?.contactId ?? null)),
      ...{ amountCents: refund.amountCents, receipt: payment?.receipt ?? "", said: result.resultDesc },
    },
  });
  notifyPages(tx, ctx.orgId, "payments");
  return true;
}
