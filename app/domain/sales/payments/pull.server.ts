import { and, eq, inArray, isNotNull, lte } from "drizzle-orm";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { pullEveryMs } from "#app/domain/sales/tills/check.server.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import { darajaOf, type Till } from "#app/domain/sales/tills/keys.server.ts";
import type { OrgContext, Services } from "#app/platform/context.ts";
import { DarajaError, DarajaUnknown, type PulledTransaction } from "#app/platform/gates/daraja.ts";
import { paymentsContext } from "./apply.server.ts";
import { lockPayments } from "./lock.server.ts";
import { storePayment } from "./store.server.ts";

/** M-Pesa keeps 48 hours. */
const windowMs = 47 * 3_600_000;
const overlapMs = 3_600_000;
const mostPages = 200;
const mostTills = 500;

/** Pulls the payments of all tills that are due, one after the other. Returns how many tills. */
export async function pullTills(services: Services): Promise<{ pulled: number }> {
  const due = await services.db.systemReads
    .select({ orgId: tills.orgId, id: tills.id })
    .from(tills)
    .where(and(isNotNull(tills.nextPullAt), lte(tills.nextPullAt, services.clock.now())))
    .orderBy(tills.nextPullAt)
    .limit(mostTills);
  let pulled = 0;
  for (const { orgId, id } of due) if (await pullTill(paymentsContext(services, orgId), id)) pulled += 1;
  return { pulled };
}

/**
 * Stores a till's payments that were never reported, and confirms those that wait for it. The next pull is set
 * first, so that no other process pulls, too. False when it was not due, or M-Pesa refused.
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
    await storeAll(ctx, till, { from, until: now });
    await noteOutcome(ctx, till, { pulledUntil: now, lastProblem: null });
    return true;
  } catch (error) {
    if (!(error instanceof DarajaError) && !(error instanceof DarajaUnknown)) throw error;
    await noteOutcome(ctx, till, { lastProblem: error.message.slice(0, 300) });
    return false;
  }
}

const noteOutcome = (ctx: OrgContext, { id }: Till, change: Partial<Till>) =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .update(tills)
      .set(change)
      .where(and(eq(tills.orgId, ctx.orgId), eq(tills.id, id))),
  );

async function storeAll(ctx: OrgContext, till: Till, window: { from: Date; until: Date }): Promise<void> {
  const daraja = darajaOf(ctx, till);
  let offset = 0;
  for (let page = 0; page < mostPages; page += 1) {
    const rows = await daraja.pull({ ...window, offset }, ctx.orgId);
    if (rows.length === 0) return;
    offset += rows.length;
    for (const row of await unbooked(ctx, till, rows)) await storeOne(ctx, till, row);
  }
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
