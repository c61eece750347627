import { and, eq, inArray, isNotNull, lte } from "drizzle-orm";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { record } from "#app/domain/record/record.server.ts";
import { tillFailing } from "#app/domain/sales/events.ts";
import { pullTillJob } from "#app/domain/sales/jobs.ts";
import { pullEveryMs } from "#app/domain/sales/tills/check.server.ts";
import { factsOfTill, findTill } from "#app/domain/sales/tills/find.server.ts";
import { darajaOf, type Till } from "#app/domain/sales/tills/keys.server.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import type { OrgContext, Services } from "#app/platform/context.ts";
import { DarajaError, DarajaUnknown, type PulledTransaction } from "#app/platform/gates/daraja.ts";
import { noteListed, noteUnlisted } from "./differences.server.ts";
import { storePayment } from "./store.server.ts";

/** M-Pesa keeps 48 hours. */
const windowMs = 47 * 3_600_000;
/** Each payment is in several pulls, since M-Pesa can list it late. */
const overlapMs = 2 * 3_600_000;
const mostPages = 200;
const mostTills = 2000;

/** Enqueues the pull of all tills that are due. Returns how many. */
export async function pullTills(services: Services): Promise<{ due: number }> {
  const due = await services.db.systemReads
    .select({ orgId: tills.orgId, tillId: tills.id })
    .from(tills)
    .where(and(isNotNull(tills.nextPullAt), lte(tills.nextPullAt, services.clock.now())))
    .orderBy(tills.nextPullAt)
    .limit(mostTills);
  for (const till of due) await services.jobs.enqueue(pullTillJob, till, { key: till.tillId });
  return { due: due.length };
}

/**
 * Stores a till's payments that were never reported, confirms those that wait for it, and notes what differs. The
 * next pull is set first, so that no other process pulls, too. False when it was not due, or M-Pesa refused.
 */
export async function pullTill(ctx: OrgContext, tillId: string): Promise<boolean> {
  const now = ctx.clock.now();
  const [till] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .update(tills)
      .set({ nextPullAt: new Date(now.getTime() + pullEveryMs) })
      .where(and(eq(tills.orgId, ctx.orgId), eq(tills.id, tillId), lte(tills.nextPullAt, now)))
      .returning(),
  );
  if (!till) return false;
  const earliest = now.getTime() - windowMs;
  const from = new Date(Math.max(earliest, (till.pulledUntil?.getTime() ?? earliest) - overlapMs));
  try {
    const isWhole = await storeAll(ctx, till, { from, until: now });
    if (isWhole) await noteUnlisted(ctx, till, { from, until: now });
    await noteOutcome(ctx, till, { pulledUntil: now, lastProblem: null, problems: 0 });
    return true;
  } catch (error) {
    if (!(error instanceof DarajaError) && !(error instanceof DarajaUnknown)) throw error;
    await noteProblem(ctx, till, error);
    return false;
  }
}

/** Keys that M-Pesa no longer accepts are the organisation's to replace: its managers are notified once. */
async function noteProblem(ctx: OrgContext, till: Till, error: DarajaError | DarajaUnknown): Promise<void> {
  const lastProblem = error.message.slice(0, 300);
  await noteOutcome(ctx, till, { lastProblem, lastProblemAt: ctx.clock.now(), problems: till.problems + 1 });
  const isRefused = error instanceof DarajaError && /^(400\.008|401|$)/.test(error.errorCode);
  if (!isRefused || till.problems > 0) return;
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    record(tx, ctx, tillFailing, { subject: till.id, data: { ...factsOfTill(till), said: lastProblem } }),
  );
}

const noteOutcome = (ctx: OrgContext, { id }: Till, change: Partial<Till>) =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .update(tills)
      .set(change)
      .where(and(eq(tills.orgId, ctx.orgId), eq(tills.id, id))),
  );

/** Returns whether all of M-Pesa's list was read. */
async function storeAll(ctx: OrgContext, till: Till, window: { from: Date; until: Date }): Promise<boolean> {
  const daraja = darajaOf(ctx, till);
  let offset = 0;
  for (let page = 0; page < mostPages; page += 1) {
    const rows = await daraja.pull({ ...window, offset }, ctx.orgId);
    if (rows.length === 0) return true;
    offset += rows.length;
    for (const row of await unbooked(ctx, till, rows)) await storeOne(ctx, till, row);
    await noteListed(ctx, till, rows);
  }
  return false;
}

const storeOne = (ctx: OrgContext, till: Till, row: PulledTransaction) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockPayments(tx, ctx.orgId);
    const current = await findTill(tx, ctx.orgId, till.id);
    const received = { ...row, payerName: "", reportedBy: "pull" } as const;
    return storePayment(tx, ctx, current, received, { isConfirmed: true });
  });

/** Payments that are not booked yet. */
async function unbooked(
  ctx: OrgContext,
  till: Till,
  rows: PulledTransaction[],
): Promise<PulledTransaction[]> {
  const receipts = rows.map(({ receipt }) => receipt);
  const known = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ receipt: tillPayments.receipt, state: tillPayments.state })
      .from(tillPayments)
      .where(
        and(
          eq(tillPayments.orgId, ctx.orgId),
          eq(tillPayments.tillId, till.id),
          inArray(tillPayments.receipt, receipts),
        ),
      ),
  );
  const booked = new Set(known.filter(({ state }) => state !== "unconfirmed").map(({ receipt }) => receipt));
  return rows.filter(({ receipt, amountCents }) => !booked.has(receipt) && amountCents > 0);
}
