import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import {
  paymentAllocations,
  paymentRequests,
  requestStates,
  tillPayments,
} from "#app/db/schema/sales/payments.ts";
import { record } from "#app/domain/record/record.server.ts";
import { paymentRequestPaid } from "#app/domain/sales/events.ts";
import { noteLateMoney, payOrder } from "#app/domain/sales/orders/pay.server.ts";
import { moveRequest, ofRequest } from "#app/domain/sales/requests/end.server.ts";
import { factsOf, type PaymentRequest } from "#app/domain/sales/requests/facts.server.ts";
import { isOpen } from "#app/domain/sales/requests/states.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { TillPayment } from "./store.server.ts";

const openStates = requestStates.filter(isOpen);

/**
 * Gives a matched payment, which is locked, to the open requests of its customer: to its prompt's first, then to
 * one with exactly this amount, then to the oldest. What is left is the customer's credit.
 */
export async function allocate(
  tx: Tx,
  ctx: OrgContext,
  payment: TillPayment,
  promptedId?: string,
): Promise<void> {
  let leftCents = payment.amountCents - payment.allocatedCents - payment.refundedCents;
  for (const request of await requestsOf(tx, payment, promptedId)) {
    const cents = Math.min(leftCents, request.amountCents - request.paidCents);
    if (cents <= 0) continue;
    leftCents -= cents;
    await pay(tx, ctx, { payment, request, cents });
  }
  await noteLateMoney(tx, ctx, { contactId: payment.contactId, cents: leftCents });
  const allocatedCents = payment.amountCents - payment.refundedCents - leftCents;
  if (allocatedCents === payment.allocatedCents) return;
  await tx
    .update(tillPayments)
    .set({ allocatedCents, updatedAt: ctx.clock.now() })
    .where(and(eq(tillPayments.orgId, ctx.orgId), eq(tillPayments.id, payment.id)));
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
  await tx.insert(paymentAllocations).values({
    orgId: ctx.orgId,
    paymentId: payment.id,
    targetId: request.id,
    amountCents: cents,
    createdAt: now,
  });
  await payOrder(tx, ctx, request, { cents, receipt: payment.receipt });
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
}
