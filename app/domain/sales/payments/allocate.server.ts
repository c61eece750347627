import { and, asc, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { orders } from "#app/db/schema/sales/orders.ts";
import {
  paymentAllocations,
  paymentRequests,
  requestStates,
  tillPayments,
} from "#app/db/schema/sales/payments.ts";
import { record } from "#app/domain/record/record.server.ts";
import { openOfRequested, payDues, payRequestedDue } from "#app/domain/sales/dues/pay.server.ts";
import { paymentRequestPaid } from "#app/domain/sales/events.ts";
import { payOrder } from "#app/domain/sales/orders/pay.server.ts";
import { endRequest, lockRequest, moveRequest, ofRequest } from "#app/domain/sales/requests/end.server.ts";
import { factsOf, type PaymentRequest } from "#app/domain/sales/requests/facts.server.ts";
import { isOpen } from "#app/domain/sales/requests/states.ts";
import { pinOf } from "#app/domain/sales/tax/pins.server.ts";
import { queueSales } from "#app/domain/sales/tax/queue.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { TillPayment } from "./store.server.ts";

const openStates = requestStates.filter(isOpen);

/**
 * Gives a matched payment, which is locked, to the open requests of its customer: to its prompt's first, then to
 * one with exactly this amount, then to the oldest. What they leave pays dues, oldest first; the rest is credit.
 */
export async function allocate(
  tx: Tx,
  ctx: OrgContext,
  payment: TillPayment,
  promptedId?: string,
): Promise<void> {
  let leftCents = payment.amountCents - payment.allocatedCents - payment.refundedCents;
  for (const request of await requestsOf(tx, payment, promptedId)) {
    leftCents -= await payUpTo(tx, ctx, { payment, request, leftCents });
  }
  leftCents -= await payDuesOf(tx, ctx, payment, leftCents);
  leftCents -= await payCancelledOrder(tx, ctx, payment, leftCents);
  const allocatedCents = payment.amountCents - payment.refundedCents - leftCents;
  if (allocatedCents === payment.allocatedCents) return;
  await tx
    .update(tillPayments)
    .set({ allocatedCents, updatedAt: ctx.clock.now() })
    .where(and(eq(tillPayments.orgId, ctx.orgId), eq(tillPayments.id, payment.id)));
}

/** Gives a payment's credit to the open dues of its customer. Returns what it gave. */
export async function payDuesOf(
  tx: Tx,
  ctx: OrgContext,
  { id: paymentId, contactId, tillId, receipt }: TillPayment,
  leftCents: number,
): Promise<number> {
  if (contactId === null || leftCents <= 0) return 0;
  const given = await payDues(tx, ctx, tillId, [{ paymentId, contactId, receipt, leftCents }]);
  return given.get(paymentId) ?? 0;
}

/** Pays a request with what it lacks, or its due: one whose due needs no more ends. Returns what it took. */
export async function payUpTo(
  tx: Tx,
  ctx: OrgContext,
  { payment, request, leftCents }: { payment: TillPayment; request: PaymentRequest; leftCents: number },
): Promise<number> {
  const lacks = request.amountCents - request.paidCents;
  const open = await openOfRequested(tx, ctx, request);
  const cents = Math.max(0, Math.min(leftCents, lacks, open ?? lacks));
  if (cents > 0) await pay(tx, ctx, { payment, request, cents });
  if (open !== undefined && cents === open && cents < lacks)
    await endRequest(tx, ctx, request, { state: "expired" });
  return cents;
}

const lateDays = 30;

/**
 * Money that nothing waits for, and that is exactly the total of an order cancelled in the last 30 days: it is given
 * to the order, so that a member returns it or makes it credit. Returns what it took.
 */
async function payCancelledOrder(
  tx: Tx,
  ctx: OrgContext,
  payment: TillPayment,
  cents: number,
): Promise<number> {
  const { orgId, contactId, tillId } = payment;
  if (contactId === null || cents <= 0) return 0;
  const since = new Date(ctx.clock.now().getTime() - lateDays * 86_400_000);
  const [late] = await tx
    .select({ id: paymentRequests.id })
    .from(paymentRequests)
    .innerJoin(orders, and(eq(orders.orgId, orgId), eq(orders.id, paymentRequests.sourceId)))
    .where(
      and(
        ...[eq(paymentRequests.orgId, orgId), eq(paymentRequests.contactId, contactId)],
        ...[eq(paymentRequests.tillId, tillId), eq(paymentRequests.source, "order")],
        ...[eq(paymentRequests.paidCents, 0), eq(paymentRequests.amountCents, cents)],
        ...[eq(orders.state, "cancelled"), eq(orders.paidCents, 0), gt(orders.updatedAt, since)],
      ),
    )
    .orderBy(desc(orders.id))
    .limit(1);
  if (!late) return 0;
  await pay(tx, ctx, { payment, request: await lockRequest(tx, ctx.orgId, late.id), cents });
  return cents;
}

/** The requests that the payment may pay, locked, in their order. The prompt's one even after its end. */
async function requestsOf(
  tx: Tx,
  { orgId, tillId, contactId, amountCents }: TillPayment,
  promptedId: string | undefined,
): Promise<PaymentRequest[]> {
  const prompted = promptedId
    ? await tx.select().from(paymentRequests).where(ofRequest(orgId, promptedId)).for("update")
    : [];
  if (contactId === null) return prompted;
  const open = await tx
    .select()
    .from(paymentRequests)
    .where(
      and(
        eq(paymentRequests.orgId, orgId),
        eq(paymentRequests.contactId, contactId),
        eq(paymentRequests.tillId, tillId),
        inArray(paymentRequests.state, openStates),
      ),
    )
    .orderBy(
      sql`${paymentRequests.amountCents} - ${paymentRequests.paidCents} <> ${amountCents}`,
      asc(paymentRequests.createdAt),
      asc(paymentRequests.id),
    )
    .limit(50)
    .for("update");
  return [...prompted, ...open.filter(({ id }) => id !== promptedId)];
}

async function pay(
  tx: Tx,
  ctx: OrgContext,
  { payment, request, cents }: { payment: TillPayment; request: PaymentRequest; cents: number },
): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .insert(paymentAllocations)
    .values({
      ...{ orgId: ctx.orgId, paymentId: payment.id, targetId: request.id },
      ...{ amountCents: cents, createdAt: now },
    })
    .onConflictDoUpdate({
      target: [paymentAllocations.orgId, paymentAllocations.paymentId, paymentAllocations.targetId],
      set: { amountCents: sql`${paymentAllocations.amountCents} + ${cents}` },
    });
  await payOrder(tx, ctx, request, { cents, paymentId: payment.id, receipt: payment.receipt });
  await payRequestedDue(tx, ctx, request, { cents, paymentId: payment.id, receipt: payment.receipt });
  const paidCents = request.paidCents + cents;
  if (paidCents < request.amountCents) {
    await tx
      .update(paymentRequests)
      .set({ paidCents, updatedAt: now })
      .where(ofRequest(ctx.orgId, request.id));
    return;
  }
  await moveRequest(tx, ctx, request, "paid", { paidCents, endedAt: now });
  await record(tx, ctx, paymentRequestPaid, {
    subject: request.id,
    data: { ...(await factsOf(tx, ctx, request)), receipt: payment.receipt },
  });
  // An order and a due have their own.
  if (request.source !== "order" && request.source !== "book")
    await queueRequestSale(tx, ctx, request, payment.id);
}

const queueRequestSale = (tx: Tx, ctx: OrgContext, request: PaymentRequest, paymentId: string) =>
  queueSales(tx, ctx, async ({ requestVatClass: vatClass }) => {
    const { id: subjectId, reason: description, amountCents: totalCents, contactId } = request;
    const customerPin = await pinOf(tx, ctx.orgId, contactId);
    return [
      { subjectId, paymentId, customerPin, lines: [{ description, quantity: 1, vatClass, totalCents }] },
    ];
  });
