import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { payouts } from "#app/db/schema/money/payments.ts";
import { payoutMoves } from "#app/domain/money/attempts/states.ts";
import { resultNotice } from "#app/domain/money/mpesa/resultNotice.ts";
import type { Services } from "#app/platform/context.ts";
import { centsOf } from "./notices.ts";
import { bookPaidOut, returnToEarnings } from "./payoutB2c.server.ts";

type Result = ReturnType<typeof resultNotice.parse>;

async function lockPayout(tx: Tx, id: string) {
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, id)).for("update");
  return payout;
}

/** A status query returns the transaction's status, the payout itself its receipt. */
const statusOf = ({ parameters }: Result) => parameters.TransactionStatus as string | undefined;

/** Why a result is not the payout's final result. */
function objectionTo(result: Result, payout: typeof payouts.$inferSelect): string | undefined {
  if (payoutMoves[payout.state].length === 0) return "known";
  const isOwn =
    result.originatorConversationId === payout.id ||
    (payout.conversationId !== null && result.conversationId === payout.conversationId);
  const status = statusOf(result);
  if (!isOwn && status === undefined) return "status not known";
  return status !== undefined && !/completed/i.test(status) ? `review: ${status}` : undefined;
}

/**
 * Applies the result of a payout or of a status query. Only M-Pesa's refusal of the payout returns the money;
 * a failed query proves nothing about the payout.
 */
export async function applyPayoutResult(
  tx: Tx,
  services: Services,
  payoutId: string,
  body: unknown,
): Promise<string> {
  const read = resultNotice.safeParse(body);
  if (!read.success) return "unreadable";
  const { resultCode, resultDesc, parameters, transactionId } = read.data;
  const payout = await lockPayout(tx, payoutId);
  if (!payout) return "no such payout";
  const objection = objectionTo(read.data, payout);
  if (objection !== undefined) return objection;
  const now = services.clock.now();
  const ended = { endedAt: now, nextCheckAt: null, updatedAt: now };
  const ofPayout = and(eq(payouts.orgId, payout.orgId), eq(payouts.id, payout.id));
  if (resultCode !== "0") {
    await tx
      .update(payouts)
      .set({ state: "failed", resultCode, resultDesc, ...ended })
      .where(ofPayout);
    await returnToEarnings(tx, services, payout);
    return "failed";
  }
  const amount = (parameters.TransactionAmount ?? parameters.Amount) as string | number | undefined;
  if (amount !== undefined && centsOf(amount) !== payout.amountCents) return "review: another amount";
  await tx
    .update(payouts)
    .set({
      state: "paid",
      receipt: String(parameters.TransactionReceipt ?? parameters.ReceiptNo ?? transactionId ?? ""),
      resultCode,
      paidToName: nameOf(parameters),
      result: parameters,
      ...ended,
    })
    .where(ofPayout);
  await bookPaidOut(tx, services, payout);
  return "paid";
}

/** `254708374149 - ASHA MWANGI` → the name. */
const nameOf = (parameters: Record<string, unknown>) =>
  String(parameters.ReceiverPartyPublicName ?? "").split(" - ")[1] ?? null;

/** M-Pesa's queue timed out: the payout's status must be queried. */
export async function payoutTimedOut(tx: Tx, services: Services, payoutId: string): Promise<string> {
  const payout = await lockPayout(tx, payoutId);
  if (!payout || !payoutMoves[payout.state].includes("unknown")) return "nothing open";
  await tx
    .update(payouts)
    .set({ state: "unknown", nextCheckAt: services.clock.now() })
    .where(and(eq(payouts.orgId, payout.orgId), eq(payouts.id, payout.id)));
  return "unknown";
}
