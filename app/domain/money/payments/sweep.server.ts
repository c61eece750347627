import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { paymentAttempts } from "#app/db/schema/money/payments.ts";
import {
  type Attempt,
  endAttempt,
  lockAttempt,
  ofAttempt,
  settleAttempt,
} from "#app/domain/money/attempts/settle.server.ts";
import type { Services } from "#app/platform/context.ts";
import { type Daraja, DarajaError, DarajaUnknown, type StkResult } from "#app/platform/gates/daraja.ts";
import { checkSeconds, failureFinalSeconds, firstCheckSeconds } from "./checkTimes.ts";

export const firstCheckAt = (madeAt: Date) => new Date(madeAt.getTime() + firstCheckSeconds * 1000);
const batch = 20;

/** Queries M-Pesa about prompts without a callback. Safe to run concurrently. Returns how many were due. */
export async function sweepPrompts(services: Services): Promise<number> {
  const { daraja } = services;
  if (!daraja) return 0;
  const due = await takeDue(services);
  for (const attempt of due) await check(services, daraja, attempt);
  return due.length;
}

/**
 * Claims due M-Pesa attempts by setting the time of their next check, so that no other process checks them
 * too.
 */
async function takeDue(services: Services): Promise<Attempt[]> {
  const now = services.clock.now();
  return services.db.withSystem(async (tx) => {
    const due = await tx
      .select()
      .from(paymentAttempts)
      .where(
        and(
          eq(paymentAttempts.method, "mpesa"),
          isNotNull(paymentAttempts.nextCheckAt),
          lte(paymentAttempts.nextCheckAt, now),
        ),
      )
      .limit(batch)
      .for("update", { skipLocked: true });
    for (const attempt of due) {
      const { createdAt } = attempt;
      const ageSeconds = (now.getTime() - createdAt.getTime()) / 1000;
      const next = checkSeconds.find((seconds) => seconds > ageSeconds) ?? ageSeconds + 60;
      await tx
        .update(paymentAttempts)
        .set({
          checks: sql`${paymentAttempts.checks} + 1`,
          nextCheckAt: new Date(createdAt.getTime() + next * 1000),
        })
        .where(ofAttempt(attempt));
    }
    return due;
  });
}

async function check(services: Services, daraja: Daraja, attempt: Attempt): Promise<void> {
  const result =
    attempt.checkoutRequestId && (await ask(services, daraja, attempt, attempt.checkoutRequestId));
  const now = services.clock.now();
  const hasRunOut = now.getTime() - attempt.createdAt.getTime() >= checkSeconds.at(-1)! * 1000;
  if (!result && !hasRunOut) return;
  await services.db.withSystem(async (tx) => {
    const current = await lockAttempt(tx, attempt.id);
    if (!current || current.state === "paid") return;
    if (result && result.resultCode === "0") return settleAttempt(tx, services, current, null);
    const ageSeconds = (now.getTime() - current.createdAt.getTime()) / 1000;
    if (result && ageSeconds < failureFinalSeconds) return doubtAttempt(tx, current, result, now);
    await endAttempt(tx, services, current, result ? { state: "failed", ...result } : { state: "expired" });
  });
}

/** Stores the query's result on an attempt that is still open. */
async function doubtAttempt(tx: Tx, attempt: Attempt, { resultCode }: StkResult, now: Date): Promise<void> {
  if (attempt.state !== "pending" && attempt.state !== "unknown") return;
  await tx
    .update(paymentAttempts)
    .set({ state: "unknown", resultCode, updatedAt: now })
    .where(ofAttempt(attempt));
  notifyPages(tx, attempt.orgId, "payments");
}

/** Undefined while the result is unknown: it is in flight, or M-Pesa does not respond. */
async function ask(
  services: Services,
  daraja: Daraja,
  attempt: Attempt,
  checkoutRequestId: string,
): Promise<StkResult | undefined> {
  // A mismatched amount or phone is left for staff: the query reports neither.
  if (attempt.resultDesc !== null) return undefined;
  try {
    return await daraja.stkQuery(checkoutRequestId, attempt.orgId);
  } catch (error) {
    if (!(error instanceof DarajaError) && !(error instanceof DarajaUnknown)) throw error;
    services.log.warn({ err: error, paymentId: attempt.id }, "payment not checked");
    return undefined;
  }
}
