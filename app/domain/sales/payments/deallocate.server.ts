import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentAllocations, paymentRequests } from "#app/db/schema/sales/payments.ts";
import { updateOrder } from "#app/domain/sales/orders/change.server.ts";
import { lockOrder } from "#app/domain/sales/orders/find.server.ts";
import { endRequest, lockRequest, ofRequest } from "#app/domain/sales/requests/end.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { TillPayment } from "./store.server.ts";

/**
 * Takes a refunded payment, which is locked, from the requests that it paid: a paid one is cancelled, an open one
 * waits for the amount again. Returns what is still allocated.
 */
export async function deallocate(tx: Tx, ctx: OrgContext, payment: TillPayment): Promise<number> {
  const { orgId } = ctx;
  const ofPayment = and(eq(paymentAllocations.orgId, orgId), eq(paymentAllocations.paymentId, payment.id));
  const allocations = await tx.select().from(paymentAllocations).where(ofPayment);
  for (const { targetId, amountCents } of allocations) await take(tx, ctx, targetId, amountCents);
  await tx.delete(paymentAllocations).where(ofPayment);
  return 0;
}

async function take(tx: Tx, ctx: OrgContext, requestId: string, cents: number): Promise<void> {
  const request = await lockRequest(tx, ctx.orgId, requestId);
  const paidCents = request.paidCents - cents;
  await tx
    .update(paymentRequests)
    .set({ paidCents, updatedAt: ctx.clock.now() })
    .where(ofRequest(ctx.orgId, requestId));
  if (request.state === "paid")
    await endRequest(tx, ctx, request, { state: "cancelled", resultCode: "refunded" });
  if (request.source !== "order" || request.sourceId === null) return;
  const order = await lockOrder(tx, ctx.orgId, request.sourceId);
  await updateOrder(tx, ctx, order.id, { paidCents: Math.max(0, order.paidCents - cents) });
}
