import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { settlements } from "#app/db/schema/partners/partners.ts";
import { debitEarnings } from "#app/domain/money/payments/payoutRow.server.ts";
import { partnersError } from "#app/domain/partners/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type StaffContext, staffActor } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { m } from "#messages";
import { payableOf } from "./draw.server.ts";
import { settlementApproved, settlementProcessed } from "./events.ts";
import { paySettlementsJob } from "./jobs.ts";
import { lockSettlement, type Partner, payoutReference, type Settlement } from "./lock.server.ts";
import { rulesAt } from "./terms.server.ts";

const conflict = (code: string, message: string) => new DomainError("conflict", code, message);

/**
 * Has a settlement paid out. From the threshold on the first call is an approval, and the second, by another person, starts
 * the payout. The state moves under the partner's lock, so that of several at once one wins; the payout has a name of its
 * own for each try.
 * @throws DomainError `settlement.not_found` (404), `settlement.not_open`, `settlement.second_person`,
 *   `partner.not_active`, `partner.no_payout_details` (409), `payout.unavailable` (503).
 */
export async function processSettlement({
  ctx,
  input,
}: Call<{ settlementId: string }, StaffContext>): Promise<{ state: "approved" | "processing" }> {
  return ctx.db.withSystem(async (tx) => {
    const { partner, settlement } = await lockSettlement(tx, input.settlementId);
    refuseUnpayable(ctx, partner, settlement);
    const rules = await rulesAt(tx, ctx.clock.now());
    const needsTwo = settlement.payoutCents >= rules.twoPersonsCents;
    if (needsTwo && (settlement.status === "failed" || settlement.firstApprovedBy === null)) {
      await approveFirst(tx, ctx, partner, settlement);
      return { state: "approved" };
    }
    if (needsTwo && settlement.firstApprovedBy === ctx.session.userId)
      throw conflict("settlement.second_person", m.errors_settlement_second_person());
    await startPayout(tx, ctx, partner, {
      ...settlement,
      firstApprovedBy: needsTwo ? settlement.firstApprovedBy : null,
    });
    return { state: "processing" };
  });
}

function refuseUnpayable(ctx: StaffContext, partner: Partner, settlement: Settlement): void {
  if (settlement.status !== "pending" && settlement.status !== "failed")
    throw conflict("settlement.not_open", m.errors_settlement_not_open());
  if (partner.status !== "active") throw conflict("partner.not_active", m.errors_partner_not_active());
  const isMpesa = partner.payoutMethod === "mpesa";
  if (isMpesa ? !partner.payoutPhone : !partner.bankAccount)
    throw conflict("partner.no_payout_details", m.errors_partner_no_payout_details());
  if (isMpesa && (!ctx.daraja || !ctx.config.daraja?.initiatorPassword))
    throw partnersError("payout.unavailable");
}

const eventOf = (partner: Partner, { id, period, payoutCents }: Settlement) => ({
  subject: id,
  data: { partner: partner.name, period, amountCents: payoutCents },
});

async function approveFirst(tx: Tx, ctx: StaffContext, partner: Partner, settlement: Settlement) {
  await tx
    .update(settlements)
    .set({ status: "pending", firstApprovedBy: ctx.session.userId, approvedBy: null, endedAt: null })
    .where(and(eq(settlements.orgId, partner.orgId), eq(settlements.id, settlement.id)));
  await record(
    tx,
    { ...ctx, orgId: partner.orgId, actor: staffActor(ctx), requestId: ctx.caller.requestId },
    settlementApproved,
    eventOf(partner, settlement),
  );
}

async function startPayout(tx: Tx, ctx: StaffContext, partner: Partner, before: Settlement) {
  const method = partner.payoutMethod;
  const next = {
    method,
    payoutCents: payableOf(before.payoutCents, method),
    attempt: before.attempt + 1,
    firstApprovedBy: before.firstApprovedBy,
  };
  const actor = staffActor(ctx);
  await tx
    .update(settlements)
    .set({
      ...next,
      status: "processing",
      approvedBy: ctx.session.userId,
      approvedAt: ctx.clock.now(),
      shortCents: null,
      endedAt: null,
    })
    .where(and(eq(settlements.orgId, partner.orgId), eq(settlements.id, before.id)));
  if (method === "bank")
    await debitEarnings(tx, ctx, actor, {
      book: partner.orgId,
      reference: payoutReference({ id: before.id, attempt: next.attempt }),
      method,
      phone: partner.bankAccount,
      amountCents: next.payoutCents,
      recipientName: partner.payoutName || partner.name,
      nextCheckAt: null,
    });
  else await ctx.jobs.enqueue(paySettlementsJob, {}, { tx });
  await record(
    tx,
    { ...ctx, orgId: partner.orgId, actor, requestId: ctx.caller.requestId },
    settlementProcessed,
    eventOf(partner, { ...before, ...next }),
  );
}
