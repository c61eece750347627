import { and, asc, gt, inArray, isNull } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { inSavepoint } from "#app/db/savepoint.ts";
import { paymentNotices } from "#app/db/schema/money/payments.ts";
import { isTransient } from "#app/db/transient.ts";
import type { Services } from "#app/platform/context.ts";
import { groupByOwner } from "./noticeOwners.server.ts";
import { applyNotice, suspendNotice } from "./outcome.server.ts";

type Notice = typeof paymentNotices.$inferSelect;

const readAtOnce = 200;

/**
 * Applies all stored notices, each once, several of one organisation per transaction. Safe to run
 * concurrently. A group with a transient error is left for the next run, and does not block the others.
 * @throws that error at the end.
 */
export async function applyNotices(services: Services): Promise<{ applied: number }> {
  let applied = 0;
  let failure: unknown;
  let last = "";
  for (;;) {
    const open = await openNotices(services, last);
    if (open.length === 0) break;
    last = open.at(-1)!.id;
    for (const ids of await groupByOwner(services, open))
      try {
        applied += await services.db.withSystem((tx) => applyGroup(tx, services, ids));
      } catch (error) {
        failure ??= error;
      }
  }
  if (failure) throw failure;
  return { applied };
}

const openNotices = (services: Services, after: string): Promise<Notice[]> =>
  services.db.systemReads
    .select()
    .from(paymentNotices)
    .where(and(isNull(paymentNotices.appliedAt), gt(paymentNotices.id, after)))
    .orderBy(asc(paymentNotices.id))
    .limit(readAtOnce);

/** Applies the notices that no other process is applying. Returns how many. */
async function applyGroup(tx: Tx, services: Services, ids: string[]): Promise<number> {
  const notices = await tx
    .select()
    .from(paymentNotices)
    .where(and(inArray(paymentNotices.id, ids), isNull(paymentNotices.appliedAt)))
    .orderBy(asc(paymentNotices.id))
    .for("update", { skipLocked: true });
  const outcomes: string[] = [];
  for (const notice of notices) outcomes.push((await outcomeOf(tx, services, notice)).slice(0, 300));
  await clientOf(tx).query({
    name: "note-applied-notices",
    text: `update payment_notices n set applied_at = $1, outcome = done.outcome
      from unnest($2::text[], $3::text[]) as done (id, outcome) where n.id = done.id`,
    values: [services.clock.now(), notices.map(({ id }) => id), outcomes],
  });
  return notices.length;
}

/** A notice that can't be applied is not retried forever: its payment goes to suspense, for staff. */
async function outcomeOf(tx: Tx, services: Services, notice: Notice): Promise<string> {
  try {
    return await inSavepoint(tx, () => applyNotice(tx, services, notice));
  } catch (error) {
    if (isTransient(error)) throw error;
    services.log.error({ err: error, noticeId: notice.id }, "payment notice not applied");
    return inSavepoint(tx, () => suspendNotice(tx, services, notice));
  }
}
