import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { platformBook } from "#app/db/schema/money/ledger.ts";
import { mpesaReceipts, mpesaReversals } from "#app/db/schema/money/payments.ts";
import { resultNotice } from "#app/domain/money/mpesa/resultNotice.ts";
import { record } from "#app/domain/record/record.server.ts";
import { paymentsActor, type Services } from "#app/platform/context.ts";
import { bookEntry } from "../book.server.ts";
import { paymentNotReversed, paymentReversed } from "../events.ts";
import { moneyNote } from "../notes.ts";

export type Reversal = typeof mpesaReversals.$inferSelect;

/** M-Pesa's code for a receipt that was already reversed (docs/facts/payments.md §2). */
const reversedBefore = "R000001";

async function lockReversal(tx: Tx, id: string) {
  const [reversal] = await tx.select().from(mpesaReversals).where(eq(mpesaReversals.id, id)).for("update");
  return reversal;
}

const ofReversal = ({ orgId, id }: Reversal) =>
  and(eq(mpesaReversals.orgId, orgId), eq(mpesaReversals.id, id));

/** Applies the result of a reversal, which ends once, with the first result. */
export async function applyReversalResult(
  tx: Tx,
  services: Services,
  reversalId: string,
  body: unknown,
): Promise<string> {
  const read = resultNotice.safeParse(body);
  if (!read.success) return "unreadable";
  const { resultCode, resultDesc, transactionId, parameters } = read.data;
  const reversal = await lockReversal(tx, reversalId);
  if (!reversal) return "no such reversal";
  if (reversal.state === "done" || reversal.state === "failed") return "known";
  const original = parameters.OriginalTransactionID;
  if (original !== undefined && original !== reversal.receipt) return "review: another receipt";
  if (resultCode === "0" || resultCode === reversedBefore) {
    await finishReversal(tx, services, reversal, {
      resultCode,
      resultDesc,
      reversalReceipt: transactionId ?? null,
    });
    return "done";
  }
  await failReversal(tx, services, reversal, { resultCode, resultDesc });
  return "failed";
}

/** M-Pesa's queue timed out: the reversal is queried again. */
export async function reversalTimedOut(tx: Tx, services: Services, reversalId: string): Promise<string> {
  const reversal = await lockReversal(tx, reversalId);
  if (reversal?.state !== "pending") return "nothing open";
  await tx
    .update(mpesaReversals)
    .set({ state: "unknown", nextCheckAt: services.clock.now() })
    .where(ofReversal(reversal));
  return "unknown";
}

/** The money has left the shortcode, so its account's balance is lower. */
async function finishReversal(
  tx: Tx,
  services: Services,
  reversal: Reversal,
  result: { resultCode: string; resultDesc: string; reversalReceipt: string | null },
): Promise<void> {
  const now = services.clock.now();
  const { amountCents, receipt, orgId } = reversal;
  await tx
    .update(mpesaReversals)
    .set({ state: "done", ...result, endedAt: now, nextCheckAt: null, updatedAt: now })
    .where(ofReversal(reversal));
  await bookEntry(tx, {
    orgId: platformBook,
    counterparty: orgId,
    kind: "reversal",
    about: { code: "payment.reversed", receipt },
    reference: `reversal-done:${reversal.id}`,
    postings: { paid_out: -amountCents, mpesa_clearing: amountCents },
    at: now,
  });
  await record(tx, { orgId, actor: paymentsActor, clock: services.clock }, paymentReversed, {
    subject: reversal.id,
    data: { amountCents, receipt },
  });
}

/** M-Pesa did not reverse it: the money is returned to its account. */
export async function failReversal(
  tx: Tx,
  services: Services,
  reversal: Reversal,
  result: { resultCode: string; resultDesc: string },
): Promise<void> {
  const now = services.clock.now();
  const { amountCents, receipt, orgId, fromAccount } = reversal;
  await tx
    .update(mpesaReversals)
    .set({ state: "failed", ...result, endedAt: now, nextCheckAt: null, updatedAt: now })
    .where(ofReversal(reversal));
  const isOwned = fromAccount === "wallet";
  await bookEntry(tx, {
    orgId,
    kind: "reversal",
    about: { code: "payment.not_reversed", receipt },
    reference: `reversal-back:${reversal.id}`,
    postings: { [fromAccount]: amountCents, ...(isOwned ? {} : { paid_out: -amountCents }) },
    ...(isOwned ? { platformPostings: { paid_out: -amountCents } } : {}),
    at: now,
  });
  await tx
    .update(mpesaReceipts)
    .set({
      state: isOwned ? "credited" : "suspense",
      note: moneyNote("money.not_given_back", { said: result.resultDesc }),
    })
    .where(eq(mpesaReceipts.receipt, receipt));
  await record(tx, { orgId, actor: paymentsActor, clock: services.clock }, paymentNotReversed, {
    subject: reversal.id,
    data: { amountCents, receipt, reason: result.resultDesc },
  });
}
