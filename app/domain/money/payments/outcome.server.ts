import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { paymentAttempts, type paymentNotices } from "#app/db/schema/money/payments.ts";
import {
  type Attempt,
  endAttempt,
  lockAttempt,
  ofAttempt,
  settleAttempt,
} from "#app/domain/money/attempts/settle.server.ts";
import type { Services } from "#app/platform/context.ts";
import { applyReversalResult, reversalTimedOut } from "../corrections/reversalResults.server.ts";
import { moneyNote } from "../notes.ts";
import { applyBalanceResult } from "./balance.server.ts";
import { applyReceiptResult, holdReceipt, receiptPrefix } from "./confirmReceipt.server.ts";
import { matchReceipt, ownerOf, type Received, suspendReceipt } from "./matchReceipt.server.ts";
import { masked, mismatchOf, paybillNotice, promptNotice } from "./notices.ts";
import { applyPayoutResult, payoutTimedOut } from "./payoutResults.server.ts";

type Notice = typeof paymentNotices.$inferSelect;

/** Applies a notice, which must be locked. Returns the outcome. */
export async function applyNotice(tx: Tx, services: Services, notice: Notice): Promise<string> {
  const body: unknown = JSON.parse(notice.body);
  switch (notice.kind) {
    case "prompt":
      return applyPrompt(tx, services, notice.subjectId ?? "", body);
    case "confirmation":
      return applyConfirmation(tx, services, notice, body);
    case "result":
      return applyResult(tx, services, notice.subjectId ?? "", body);
    case "timeout":
      return applyTimeout(tx, services, notice.subjectId ?? "");
  }
}

/**
 * The address is no secret, so confirmations can be forged: only our own shortcode counts, and large amounts
 * are held.
 */
async function applyConfirmation(tx: Tx, services: Services, notice: Notice, body: unknown): Promise<string> {
  const read = readConfirmation(services, notice, body);
  if ("problem" in read) return read.problem;
  return read.isLarge
    ? holdReceipt(tx, services, read.received)
    : matchReceipt(tx, services, read.received, { isConfirmed: false });
}

function readConfirmation(
  { config: { daraja } }: Services,
  { receivedAt }: Notice,
  body: unknown,
): { problem: string } | { received: Received; isLarge: boolean } {
  const read = paybillNotice.safeParse(body);
  if (!read.success || read.data.amountCents <= 0) return { problem: "unreadable" };
  const { shortcode, paidAt = receivedAt, ...rest } = read.data;
  if (shortcode !== daraja?.shortcode) return { problem: "another shortcode" };
  return { received: { ...rest, paidAt }, isLarge: rest.amountCents > daraja.confirmAboveKes * 100 };
}

/**
 * Puts the payment of a notice that can't be applied into suspense, where staff assign it. Excluded are
 * callbacks of prompts, and confirmations of open ones: the query reports their result, and would credit them
 * a second time.
 */
export async function suspendNotice(tx: Tx, services: Services, notice: Notice): Promise<string> {
  const failed = "not applied";
  if (notice.kind !== "confirmation") return failed;
  const read = readConfirmation(services, notice, jsonIn(notice.body));
  if ("problem" in read || read.isLarge) return failed;
  const owner = await ownerOf(tx, read.received.account);
  const isOpen = owner?.attempt?.state === "pending" || owner?.attempt?.state === "unknown";
  return isOpen ? failed : suspendReceipt(tx, services, read.received, moneyNote("money.not_applied"));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** By the kind of request, which is the prefix of its id. */
function applyResult(tx: Tx, services: Services, subjectId: string, body: unknown): Promise<string> {
  if (subjectId.startsWith("pot_")) return applyPayoutResult(tx, services, subjectId, body);
  if (subjectId.startsWith("rev_")) return applyReversalResult(tx, services, subjectId, body);
  if (subjectId.startsWith(receiptPrefix)) return applyReceiptResult(tx, services, subjectId, body);
  return applyBalanceResult(tx, services, subjectId, body);
}

/** M-Pesa's queue timed out. Queries about a receipt or a balance are repeated anyway. */
async function applyTimeout(tx: Tx, services: Services, subjectId: string): Promise<string> {
  if (subjectId.startsWith("rev_")) return reversalTimedOut(tx, services, subjectId);
  if (subjectId.startsWith("pot_")) return payoutTimedOut(tx, services, subjectId);
  return "nothing open";
}

async function update(
  tx: Tx,
  services: Pick<Services, "clock">,
  attempt: Attempt,
  change: Partial<Attempt>,
): Promise<void> {
  await tx
    .update(paymentAttempts)
    .set({ ...change, updatedAt: services.clock.now() })
    .where(ofAttempt(attempt));
  if (change.state) notifyPages(tx, attempt.orgId, "payments");
}

/**
 * A prompt's callback. It must match the request's id, amount and phone; any other one moves nothing and is
 * left for staff.
 */
async function applyPrompt(tx: Tx, services: Services, attemptId: string, body: unknown): Promise<string> {
  const read = promptNotice.safeParse(body);
  if (!read.success) return "unreadable";
  const notice = read.data;
  const attempt = await lockAttempt(tx, attemptId);
  if (!attempt) return "no such payment";
  if (attempt.checkoutRequestId !== null && attempt.checkoutRequestId !== notice.checkoutRequestId)
    return "review: another request";
  if (notice.resultCode !== "0") {
    const { resultCode, resultDesc, checkoutRequestId } = notice;
    const how = { state: "failed" as const, checkoutRequestId, resultCode, resultDesc };
    return (await endAttempt(tx, services, attempt, how)) ? "failed" : "late failure";
  }
  const reason = mismatchOf(attempt, notice);
  if (reason) {
    if (attempt.state === "pending")
      await update(tx, services, attempt, { state: "unknown", resultDesc: reason });
    return `review: ${reason}`;
  }
  if (attempt.checkoutRequestId === null)
    await update(tx, services, attempt, { checkoutRequestId: notice.checkoutRequestId });
  const outcome = await matchReceipt(
    tx,
    services,
    {
      receipt: String(notice.receipt),
      amountCents: attempt.amountCents,
      paidAt: notice.paidAt ?? services.clock.now(),
      payer: masked(attempt.phone ?? ""),
      account: attempt.reference ?? "",
    },
    { prompted: attempt },
  );
  if (outcome === "known") await settleAttempt(tx, services, attempt, String(notice.receipt));
  return outcome;
}
