import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { paymentRefunds } from "#app/db/schema/sales/matching.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { refundFailed, tillPaymentRefunded } from "#app/domain/sales/events.ts";
import { personOf } from "#app/domain/sales/requests/facts.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { deallocate } from "./deallocate.server.ts";
import { lockPayment } from "./lockPayment.server.ts";

export type Refund = typeof paymentRefunds.$inferSelect;

export const ofRefund = ({ orgId, id }: Pick<Refund, "orgId" | "id">) =>
  and(eq(paymentRefunds.orgId, orgId), eq(paymentRefunds.id, id));

interface Result {
  resultCode?: string;
  resultDesc?: string;
  receipt?: string | null;
}

/** Marks a refund as done and books it; what it paid is open again. Its payment is locked here. */
export async function settleRefund(tx: Tx, ctx: OrgContext, refund: Refund, result: Result): Promise<void> {
  const payment = await lockPayment(tx, ctx.orgId, refund.paymentId);
  const now = ctx.clock.now();
  await tx
    .update(paymentRefunds)
    .set({ ...result, state: "done", endedAt: now, updatedAt: now })
    .where(ofRefund(refund));
  const refundedCents = payment.refundedCents + refund.amountCents;
  const overCents = payment.allocatedCents + refundedCents - payment.amountCents;
  const allocatedCents =
    overCents > 0 ? await deallocate(tx, ctx, { ...payment, refundedCents }) : payment.allocatedCents;
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
      ...{ amountCents, receipt: payment.receipt, note: refund.note },
    },
  });
  notifyPages(tx, ctx.orgId, "payments");
}

/** Ends an open refund without money; the payment stays. Returns whether it was open. */
export async function failRefund(
  tx: Tx,
  ctx: OrgContext,
  refundId: string,
  result: { resultCode: string; resultDesc: string },
): Promise<boolean> {
  const [refund] = await tx
    .select()
    .from(paymentRefunds)
    .where(ofRefund({ orgId: ctx.orgId, id: refundId }))
    .for("update");
  if (!refund || refund.state === "done" || refund.state === "failed") return false;
  const now = ctx.clock.now();
  await tx
    .update(paymentRefunds)
    .set({ ...result, state: "failed", endedAt: now, updatedAt: now })
    .where(ofRefund(refund));
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
