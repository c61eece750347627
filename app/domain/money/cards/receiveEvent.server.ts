import { and, eq } from "drizzle-orm";
import { cardEvents, paymentAttempts } from "#app/db/schema/money/payments.ts";
import type { Services } from "#app/platform/context.ts";
import { applyCardEventJob, checkCardPaymentJob } from "./jobs.ts";
import type { CardNotice } from "./notice.ts";

/**
 * Stores a signed notice, and enqueues a job for it, which queries the provider: a notice alone never moves
 * money of a payment. Notices have no id, so event, reference, object and state identify them. Idempotent.
 */
export async function receiveCardEvent(
  services: Services,
  { notice: { event, data }, payload }: { notice: CardNotice; payload: unknown },
): Promise<{ stored: boolean }> {
  const reference = data.transaction?.reference ?? data.transaction_reference ?? data.reference ?? "";
  const key = [event, reference, data.id ?? "", data.status ?? ""].join("|");
  return services.db.withSystem(async (tx) => {
    const [stored] = await tx
      .insert(cardEvents)
      .values({ key, event, reference, payload, receivedAt: services.clock.now() })
      .onConflictDoNothing()
      .returning({ key: cardEvents.key });
    if (!stored) return { stored: false };
    const [payment] = await tx
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.method, "card"), eq(paymentAttempts.reference, reference)));
    if (payment && event.startsWith("charge.") && !event.startsWith("charge.dispute"))
      await services.jobs.enqueue(checkCardPaymentJob, { paymentId: payment.id }, { tx });
    else if (payment) await services.jobs.enqueue(applyCardEventJob, { key }, { tx });
    return { stored: true };
  });
}
