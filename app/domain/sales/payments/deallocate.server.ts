import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentRefunds } from "#app/db/schema/sales/matching.ts";
import { paymentAllocations, paymentRequests } from "#app/db/schema/sales/payments.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { unpayDues } from "#app/domain/sales/dues/pay.server.ts";
import { updateOrder } from "#app/domain/sales/orders/change.server.ts";
import { lockOrder } from "#app/domain/sales/orders/find.server.ts";
import { endRequest, lockRequest, ofRequest } from "#app/domain/sales/requests/end.server.ts";
import { queueCreditNotes } from "#app/domain/sales/tax/queue.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { payDuesOf } from "./allocate.server.ts";
import type { TillPayment } from "./store.server.ts";

/**
 * Takes a payment, which is locked, from the cancelled order that it paid, or else from all that it paid but orders
 * with a due refund: a paid request is cancelled, an open one and a due wait for the amount again. What is left of
 * the payment pays dues. Returns what is then allocated.
 */
export async function deallocate(
  tx: Tx,
  ctx: OrgContext,
  payment: TillPayment,
  orderId: string | null,
): Promise<number> {
  const taken = await allocationsOf(tx, ctx, payment.id, orderId);
  const parts: { dueId: string; cents: number }[] = [];
  for (const { targetId, sourceId, amountCents: cents } of taken) {
    if (targetId.startsWith("due_")) parts.push({ dueId: targetId, cents });
    else parts.push(...(await take(tx, ctx, targetId, cents)));
    const subjectIds = sourceId === null ? [targetId] : [targetId, sourceId];
    await queueCreditNotes(tx, ctx, { subjectIds, paymentId: payment.id, cents });
  }
  await unpayDues(tx, ctx, parts);
  await tx.delete(paymentAllocations).where(
    and(
      ...[eq(paymentAllocations.orgId, ctx.orgId), eq(paymentAllocations.paymentId, payment.id)],
      isAnyOf(
        paymentAllocations.targetId,
        taken.map(({ targetId }) => targetId),
      ),
    ),
  );
  const takenCents = taken.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const allocatedCents = payment.allocatedCents - takenCents;
  const leftCents = payment.amountCents - payment.refundedCents - allocatedCents;
  return allocatedCents + (await payDuesOf(tx, ctx, payment, leftCents));
}

async function allocationsOf(tx: Tx, { orgId }: OrgContext, paymentId: string, orderId: string | null) {
  const due = await tx
    .select({ orderId: paymentRefunds.orderId })
    .from(paymentRefunds)
    .where(
      and(
        ...[eq(paymentRefunds.orgId, orgId), eq(paymentRefunds.paymentId, paymentId)],
        eq(paymentRefunds.state, "due"),
      ),
    );
  const kept = new Set(due.map((row) => row.orderId));
  const all = await tx
    .select({
      targetId: paymentAllocations.targetId,
      amountCents: paymentAllocations.amountCents,
      sourceId: paymentRequests.sourceId,
    })
    .from(paymentAllocations)
    .leftJoin(
      paymentRequests,
      and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.id, paymentAllocations.targetId)),
    )
    .where(and(eq(paymentAllocations.orgId, orgId), eq(paymentAllocations.paymentId, paymentId)));
  return all.filter(({ sourceId }) => (orderId === null ? !kept.has(sourceId) : sourceId === orderId));
}

/** Takes money from a request, and from its order. Returns what is to be taken from its due. */
async function take(
  tx: Tx,
  ctx: OrgContext,
  requestId: string,
  cents: number,
): Promise<{ dueId: string; cents: number }[]> {
  const request = await lockRequest(tx, ctx.orgId, requestId);
  const paidCents = request.paidCents - cents;
  await tx
    .update(paymentRequests)
    .set({ paidCents, updatedAt: ctx.clock.now() })
    .where(ofRequest(ctx.orgId, requestId));
  if (request.state === "paid")
    await endRequest(tx, ctx, request, { state: "cancelled", resultCode: "refunded" });
  if (request.sourceId === null) return [];
  if (request.source === "book") return [{ dueId: request.sourceId, cents }];
  if (request.source !== "order") return [];
  const order = await lockOrder(tx, ctx.orgId, request.sourceId);
  await updateOrder(tx, ctx, order.id, { paidCents: Math.max(0, order.paidCents - cents) });
  return [];
}
