import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { paymentAttempts } from "#app/db/schema/money/payments.ts";
import { creditPayment } from "#app/domain/money/invoices/incoming.server.ts";
import { paymentsActor, type Services, systemContext } from "#app/platform/context.ts";
import { paymentMoves } from "./states.ts";

export type Attempt = typeof paymentAttempts.$inferSelect;

export const ofAttempt = ({ orgId, id }: Pick<Attempt, "orgId" | "id">) =>
  and(eq(paymentAttempts.orgId, orgId), eq(paymentAttempts.id, id));

/** System role: the attempt, locked until the transaction ends. */
export async function lockAttempt(tx: Tx, attemptId: string): Promise<Attempt | undefined> {
  const [attempt] = await tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, attemptId))
    .for("update");
  return attempt;
}

/**
 * Marks the attempt as paid and books its money, once, whatever the source. A receipt reported later is
 * stored. The attempt must be locked.
 */
export async function settleAttempt(
  tx: Tx,
  services: Services,
  attempt: Attempt,
  receipt: string | null,
): Promise<void> {
  const now = services.clock.now();
  if (attempt.state === "paid") {
    if (attempt.receipt === null && receipt !== null)
      await tx.update(paymentAttempts).set({ receipt, updatedAt: now }).where(ofAttempt(attempt));
    return;
  }
  await tx
    .update(paymentAttempts)
    .set({
      state: "paid",
      receipt,
      resultCode: "0",
      resultDesc: null,
      endedAt: now,
      nextCheckAt: null,
      updatedAt: now,
    })
    .where(ofAttempt(attempt));
  notifyPages(tx, attempt.orgId, "payments");
  await creditPayment(
    tx,
    { ...systemContext(services, attempt.orgId, "settle-payment"), actor: paymentsActor },
    {
      method: attempt.method,
      amountCents: attempt.amountCents,
      invoiceId: attempt.invoiceId,
      reference: `payment:${attempt.id}`,
      receipt,
      paymentId: attempt.id,
    },
  );
}

/** Ends an open attempt without money. */
export async function endAttempt(
  tx: Tx,
  services: Pick<Services, "clock">,
  attempt: Attempt,
  how: {
    state: "failed" | "expired";
    resultCode?: string | null;
    resultDesc?: string | null;
    checkoutRequestId?: string;
  },
): Promise<boolean> {
  if (!paymentMoves[attempt.state].includes(how.state)) return false;
  const now = services.clock.now();
  await tx
    .update(paymentAttempts)
    .set({ ...how, endedAt: now, nextCheckAt: null, updatedAt: now })
    .where(ofAttempt(attempt));
  notifyPages(tx, attempt.orgId, "payments");
  return true;
}
