import { paymentNotices } from "#app/db/schema/money/payments.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { applyPaymentNoticesJob } from "./jobs.ts";

export type NoticeKind = typeof paymentNotices.$inferSelect.kind;

/** Stores a payment service's notice unchanged, with a job that applies it. */
export async function receiveNotice(
  services: Services,
  notice: { kind: NoticeKind; subjectId: string | null; body: string },
): Promise<{ noticeId: string }> {
  const receivedAt = services.clock.now();
  const id = newId("pnt", receivedAt.getTime());
  await services.db.withSystem(async (tx) => {
    await tx.insert(paymentNotices).values({ id, ...notice, receivedAt });
    await services.jobs.enqueue(applyPaymentNoticesJob, {}, { tx });
  });
  return { noticeId: id };
}
