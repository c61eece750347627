import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentAttempts, paymentNotices } from "#app/db/schema/payments.ts";
import type { Services } from "#app/platform/context.ts";
import { applyReversalResult, reversalTimedOut } from "../corrections/reversalResults.server.ts";
import { applyBalanceResult } from "./balance.server.ts";
import { masked, paybillNotice, promptNotice } from "./notices.ts";
import { applyPayoutResult, payoutTimedOut } from "./payoutResults.server.ts";
import { type Attempt, endAttempt, lockAttempt, ofAttempt, settleAttempt } from "./settle.server.ts";
import { takeIn } from "./takePaybill.server.ts";

type Notice = typeof paymentNotices.$inferSelect;

/** Does what a stored notice says, once. What it came to is written beside it. */
export async function applyNotice(services: Services, noticeId: string): Promise<{ outcome: string }> {
  return services.db.withSystem(async (tx) => {
    const [notice] = await tx
      .select()
      .from(paymentNotices)
      .where(and(eq(paymentNotices.id, noticeId), isNull(paymentNotices.appliedAt)))
      .for("update");
    if (!notice) return { outcome: "applied before" };
    const outcome = await outcomeOf(tx, services, notice);
    await tx
      .update(paymentNotices)
      .set({ appliedAt: services.clock.now(), outcome })
      .where(eq(paymentNotices.id, noticeId));
    return { outcome };
  });
}

async function outcomeOf(tx: Tx, services: Services, notice: Notice): Promise<string> {
  const body: unknown = JSON.parse(notice.body);
  switch (notice.kind) {
    case "prompt":
      return applyPrompt(tx, services, notice.subjectId ?? "", body);
    case "confirmation":
    case "pull": {
      const received = paybillNotice.safeParse(body);
      if (!received.success || received.data.amountCents <= 0) return "unreadable";
      return takeIn(tx, services, received.data);
    }
    case "result":
      return applyResult(tx, services, notice.subjectId ?? "", body);
    case "timeout":
      return notice.subjectId?.startsWith("rev_")
        ? reversalTimedOut(tx, services, notice.subjectId)
        : payoutTimedOut(tx, services, notice.subjectId ?? "");
  }
}

/** By what was asked for, which its id says. */
function applyResult(tx: Tx, services: Services, subjectId: string, body: unknown): Promise<string> {
  if (subjectId.startsWith("pot_")) return applyPayoutResult(tx, services, subjectId, body);
  if (subjectId.startsWith("rev_")) return applyReversalResult(tx, services, subjectId, body);
  return applyBalanceResult(tx, services, subjectId, body);
}

/**
 * A prompt's callback. It must name the request that we made, and pay the amount that we asked for from the phone that we
 * asked; anything else is left for a person to look at, and moves nothing.
 */
async function applyPrompt(tx: Tx, services: Services, attemptId: string, body: unknown): Promise<string> {
  const read = promptNotice.safeParse(body);
  if (!read.success) return "unreadable";
  const notice = read.data;
  const attempt = await lockAttempt(tx, attemptId);
  if (!attempt) return "no such payment";
  if (attempt.checkoutRequestId !== null && attempt.checkoutRequestId !== notice.checkoutRequestId)
    return "review: another request";
  const update = (set: Partial<Attempt>) =>
    tx
      .update(paymentAttempts)
      .set({ ...set, updatedAt: services.clock.now() })
      .where(ofAttempt(attempt));

  if (notice.resultCode !== "0") {
    const { resultCode, resultDesc, checkoutRequestId } = notice;
    const how = { state: "failed" as const, checkoutRequestId, resultCode, resultDesc };
    return (await endAttempt(tx, services, attempt, how)) ? "failed" : "late failure";
  }
  const reason = mismatchOf(attempt, notice);
  if (reason) {
    if (attempt.state === "pending") await update({ state: "unknown", resultDesc: reason });
    return `review: ${reason}`;
  }
  if (attempt.checkoutRequestId === null) await update({ checkoutRequestId: notice.checkoutRequestId });
  const outcome = await takeIn(
    tx,
    services,
    {
      receipt: String(notice.receipt),
      amountCents: attempt.amountCents,
      paidAt: notice.paidAt ?? services.clock.now(),
      payer: masked(attempt.phone ?? ""),
      account: attempt.reference ?? "",
    },
    attempt,
  );
  if (outcome === "known") await settleAttempt(tx, services, attempt, String(notice.receipt));
  return outcome;
}

function mismatchOf(
  attempt: Attempt,
  notice: { amountCents: number | undefined; phone: string; receipt: string | number | undefined },
): string | undefined {
  if (notice.amountCents !== attempt.amountCents) return "another amount";
  if (/^\d+$/.test(notice.phone) && `+${notice.phone}` !== attempt.phone) return "another phone";
  if (!/^[A-Z0-9]{6,20}$/.test(String(notice.receipt ?? ""))) return "no receipt";
  // A prompt is paid once: a second receipt for it is no payment.
  if (attempt.receipt !== null && attempt.receipt !== notice.receipt) return "another receipt";
  return undefined;
}
