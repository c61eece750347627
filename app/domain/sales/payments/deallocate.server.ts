import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentAllocations, paymentRequests } from "#app/db/schema/sales/payments.ts";
import { unpayDues } from "#app/domain/sales/dues/pay.server.ts";
import { updateOrder } from "#app/domain/sales/orders/change.server.ts";
import { lockOrder } from "#app/domain/sales/orders/find.server.ts";
import { endRequest, lockRequest, ofRequest } from "#app/domain/sales/requests/end.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { payDuesOf } from "./allocate.server.ts";
import type { TillPayment } from "./store.server.ts";

/**
 * Takes a refunded payment, which is locked, from what it paid: a paid request is cancelled, an open one and a due
 * wait for the amount again. What was not refunded pays dues. Returns what is still allocated.
 */
export async function deallocate(tx: Tx, ctx: OrgContext, payment: TillPayment): Promise<number> {
  const { orgId } = ctx;
  const ofPayment = and(eq(paymentAllocations.orgId, orgId), eq(paymentAllocations.paymentId, payment.id));
  const allocations = await tx.select().from(paymentAllocations).where(ofPayment);
  const parts: { dueId: string; cents: number }[] = [];
  for (const { targetId, amountCents: cents } of allocations)
    if (targetId.startsWith("due_")) parts.push({ dueId: targetId, cents });
    else parts.push(...(await take(tx, ctx, targetId, cents)));
  await unpayDues(tx, ctx, parts);
  await tx.delete(paymentAllocations).where(ofPayment);
  return payDuesOf(tx, ctx, payment, payment.amountCents - payment.refundedCents);
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
