import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { payouts } from "#app/db/schema/money/payments.ts";
import { settlements } from "#app/db/schema/partners/partners.ts";
import { bookPaidOut, returnToEarnings } from "#app/domain/money/payments/payoutB2c.server.ts";
import { partnersError } from "#app/domain/partners/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type StaffContext, staffActor } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { payoutRequested, payoutResolved } from "./events.ts";
import { rulesAt } from "./terms.server.ts";

type Payout = typeof payouts.$inferSelect;

/** Those that only a person can resolve: in doubt at M-Pesa, or a bank transfer. */
const isOpen = ({ state, method }: Payout) =>
  state === "unknown" || (state === "pending" && method === "bank");

async function lockOpen(tx: Tx, payoutId: string): Promise<Payout> {
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for("update");
  if (!payout) throw notFound("Payout");
  if (!isOpen(payout)) throw partnersError("payout.not_open");
  return payout;
}

/**
 * Resolves a payout without a reported result. Above the threshold it needs another person than the one who
 * processed the settlement. Unpaid money returns to the partner's earnings, and may be processed again.
 * @throws DomainError `payout.not_found` (404), `payout.not_open`, `payout.second_person` (409).
 */
export async function resolvePayout({
  ctx,
  input,
}: Call<
  { payoutId: string; outcome: "paid" | "not_paid"; receipt: string; reason: string },
  StaffContext
>): Promise<{ state: "paid" | "failed" }> {
  const now = ctx.clock.now();
  return ctx.db.withSystem(async (tx) => {
    const payout = await lockOpen(tx, input.payoutId);
    await requireOtherPerson(tx, ctx, payout);
    const isPaid = input.outcome === "paid";
    const state = isPaid ? "paid" : "failed";
    await tx
      .update(payouts)
      .set({
        state,
        receipt: isPaid ? input.receipt : null,
        resultDesc: input.reason,
        nextCheckAt: null,
        endedAt: now,
        updatedAt: now,
      })
      .where(and(eq(payouts.orgId, payout.orgId), eq(payouts.id, payout.id)));
    if (isPaid) await bookPaidOut(tx, ctx, payout);
    else await returnToEarnings(tx, ctx, payout);
    await record(
      tx,
      { orgId: payout.orgId, actor: staffActor(ctx), clock: ctx.clock, requestId: ctx.caller.requestId },
      payoutResolved,
      {
        subject: payout.id,
        data: { amountCents: payout.amountCents, outcome: input.outcome, because: input.reason },
      },
    );
    return { state };
  });
}

async function requireOtherPerson(tx: Tx, ctx: StaffContext, payout: Payout): Promise<void> {
  const rules = await rulesAt(tx, ctx.clock.now());
  if (payout.amountCents < rules.twoPersonsCents) return;
  const [settlement] = await tx
    .select({ approvedBy: settlements.approvedBy })
    .from(settlements)
    .where(and(eq(settlements.orgId, payout.orgId), eq(settlements.id, settlementOf(payout.reference))));
  if (settlement?.approvedBy === ctx.session.userId) throw partnersError("payout.second_person");
}

/** `settlement:stl_…:2` → `stl_…`. */
export const settlementOf = (reference: string): string => reference.split(":")[1] ?? "";

/** Asks M-Pesa about a payout in doubt at once, by our own id of it. @throws DomainError `payout.not_found` (404), `payout.not_open` (409). */
export async function recheckPayout({ ctx, input }: Call<{ payoutId: string }, StaffContext>): Promise<void> {
  await ctx.db.withSystem(async (tx) => {
    const payout = await lockOpen(tx, input.payoutId);
    if (payout.method !== "mpesa") throw partnersError("payout.not_open:not_mpesa");
    await tx
      .update(payouts)
      .set({ nextCheckAt: ctx.clock.now() })
      .where(and(eq(payouts.orgId, payout.orgId), eq(payouts.id, payout.id)));
    await record(
      tx,
      { orgId: payout.orgId, actor: staffActor(ctx), clock: ctx.clock, requestId: ctx.caller.requestId },
      payoutRequested,
      { subject: payout.id, data: { amountCents: payout.amountCents } },
    );
  });
}
