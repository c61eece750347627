import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentRefunds } from "#app/db/schema/sales/matching.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { resultNotice } from "#app/domain/money/mpesa/resultNotice.ts";
import type { Till } from "#app/domain/sales/tills/keys.server.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { failRefund, ofRefund, type Refund, settleRefund } from "./endRefund.server.ts";

/** M-Pesa's code for a receipt that was already reversed (docs/facts/payments.md §2). */
const reversedBefore = "R000001";

/**
 * The result of a reversal, or of a query about its payment: whether it was reversed. A refund ends once. A late
 * success after a failure is settled as well, because the money has moved.
 */
export async function applyRefundResult(
  tx: Tx,
  ctx: OrgContext,
  till: Till,
  { refundId, body }: { refundId: string; body: unknown },
): Promise<string> {
  const read = resultNotice.safeParse(body);
  if (!read.success) return "unreadable";
  await lockPayments(tx, ctx.orgId);
  const found = await refundAt(tx, ctx, till, refundId);
  if (!found) return "no such refund";
  const { refund, receipt: paidWith } = found;
  if (refund.state === "done") return "known";
  const { resultCode, resultDesc, transactionId, parameters } = read.data;
  const { TransactionStatus: status, OriginalTransactionID: original } = parameters;
  if (original !== undefined && original !== paidWith) return "another receipt";
  const isReversed =
    status === undefined ? ["0", reversedBefore].includes(resultCode) : status === "Reversed";
  if (isReversed) {
    const receipt = status === undefined ? (transactionId ?? null) : null;
    await settleRefund(tx, ctx, await dueAgain(tx, refund), {
      ...{ way: "reversal", resultCode, resultDesc, receipt },
      note: refund.note,
    });
    return "refunded";
  }
  // A query that finds nothing says nothing about the reversal.
  if (status === undefined && refund.state === "unknown" && resultCode === "2032") return "nothing open";
  return (await failRefund(tx, ctx, refundId, { resultCode, resultDesc })) ? "failed" : "known";
}

/** The money of a failed refund has gone back all the same: what was due again since ends with it. */
async function dueAgain(tx: Tx, refund: Refund): Promise<Refund> {
  if (refund.orderId === null || refund.state !== "failed") return refund;
  const [due] = await tx
    .select()
    .from(paymentRefunds)
    .where(
      and(
        ...[eq(paymentRefunds.orgId, refund.orgId), eq(paymentRefunds.paymentId, refund.paymentId)],
        ...[eq(paymentRefunds.orderId, refund.orderId), eq(paymentRefunds.state, "due")],
      ),
    )
    .for("update");
  return due ?? refund;
}

async function refundAt(tx: Tx, { orgId }: OrgContext, till: Till, id: string) {
  const [found] = await tx
    .select({ refund: paymentRefunds, receipt: tillPayments.receipt })
    .from(paymentRefunds)
    .innerJoin(
      tillPayments,
      and(
        eq(tillPayments.orgId, orgId),
        eq(tillPayments.id, paymentRefunds.paymentId),
        eq(tillPayments.tillId, till.id),
      ),
    )
    .where(ofRefund({ orgId, id }));
  return found;
}

/** M-Pesa's queue timed out: whether the money moved is not known. */
export async function refundTimedOut(tx: Tx, { orgId }: OrgContext, id: string): Promise<string> {
  const changed = await tx
    .update(paymentRefunds)
    .set({ state: "unknown" })
    .where(and(ofRefund({ orgId, id }), eq(paymentRefunds.state, "sent")))
    .returning({ id: paymentRefunds.id });
  return changed.length > 0 ? "unknown" : "nothing open";
}
