import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { cardEvents, paymentAttempts } from "#app/db/schema/payments.ts";
import type { Services } from "#app/platform/context.ts";
import { applyCardEventJob, checkCardPaymentJob } from "./jobs.ts";

/** The parts of a notice that name it; the rest is kept as it came. */
const notice = z.object({
  event: z.string().max(100),
  data: z.object({
    id: z.union([z.number(), z.string()]).optional(),
    reference: z.string().max(200).optional(),
    transaction_reference: z.string().max(200).optional(),
    status: z.string().max(100).optional(),
    transaction: z.object({ reference: z.string().max(200) }).optional(),
  }),
});

/**
 * Stores a signed notice, and lets a job act on it: it is never believed about money, the provider is asked. A notice has
 * no id of its own, so event, reference, object and state name it, and a second one does nothing.
 */
export async function receiveCardEvent(services: Services, payload: unknown): Promise<{ stored: boolean }> {
  const parsed = notice.safeParse(payload);
  if (!parsed.success) return { stored: false };
  const { event, data } = parsed.data;
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
