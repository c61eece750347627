import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentRefunds, type RefundState } from "#app/db/schema/sales/matching.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { refundRequested } from "#app/domain/sales/events.ts";
import { personOf } from "#app/domain/sales/requests/facts.server.ts";
import { tillUrl } from "#app/domain/sales/tills/addresses.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import { darajaOf, hasOperator, type Till } from "#app/domain/sales/tills/keys.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { DarajaError, DarajaUnknown } from "#app/platform/gates/daraja.ts";
import { newId } from "#app/platform/ids.ts";
import { failRefund, moveRefund, ofRefund, type Refund, settleRefund } from "./endRefund.server.ts";
import { lockPayment } from "./lockPayment.server.ts";
import { isWithMpesa } from "./refundStates.ts";
import type { RefundForm } from "./schemas.ts";
import type { TillPayment } from "./store.server.ts";

/**
 * Refunds a payment: all of it by M-Pesa's reversal, or by hand what a member has already returned; or the part of a
 * cancelled order that is due. One refund of a payment is at M-Pesa at a time, stored before M-Pesa is called.
 * @throws DomainError `till_payment.not_found`, `refund.not_found`, `till_payment.not_refundable`,
 * `till_payment.refund_open`, `till_payment.refund_due`, `till_payment.no_operator`
 */
export async function refundPayment({
  ctx,
  input,
}: Call<RefundForm & { tillPaymentId: string }>): Promise<{ refundId: string; state: RefundState }> {
  const { refund, payment, till } = await ctx.db.withOrg(ctx.orgId, (tx) => storeRefund(tx, ctx, input));
  if (input.way === "by_hand") return { refundId: refund.id, state: "done" };
  return { refundId: refund.id, state: await reverse(ctx, till, { refund, payment }) };
}

async function storeRefund(tx: Tx, ctx: OrgContext, input: RefundForm & { tillPaymentId: string }) {
  const payment = await lockPayment(tx, ctx.orgId, input.tillPaymentId);
  const till = await findTill(tx, ctx.orgId, payment.tillId);
  const refunds = await refundsOf(tx, payment);
  if (refunds.some(({ state }) => isWithMpesa(state))) throw salesError("till_payment.refund_open");
  const due = input.refundId === "" ? undefined : dueOf(refunds, input.refundId);
  const amountCents = due ? partOf(payment, due, input) : centsOf(payment, refunds, input);
  if (amountCents <= 0 || payment.state === "unconfirmed") throw salesError("till_payment.not_refundable");
  if (input.way === "reversal" && !hasOperator(ctx, till)) throw salesError("till_payment.no_operator");
  const refund = due ?? (await newRefund(tx, ctx, payment, { ...input, amountCents }));
  const chosen = { way: input.way, note: input.note, requestedBy: userOf(ctx.actor) };
  if (input.way === "by_hand") await settleRefund(tx, ctx, refund, chosen);
  else {
    if (due) await moveRefund(tx, ctx, due, "sent", chosen);
    await record(tx, ctx, refundRequested, {
      subject: payment.id,
      data: {
        ...(await personOf(tx, ctx, payment.contactId)),
        ...{ amountCents, receipt: payment.receipt, note: input.note },
      },
    });
  }
  return { refund, payment, till };
}

async function newRefund(
  tx: Tx,
  ctx: OrgContext,
  payment: TillPayment,
  { way, note, amountCents }: RefundForm & { amountCents: number },
): Promise<Refund> {
  const now = ctx.clock.now();
  const [refund] = await tx
    .insert(paymentRefunds)
    .values({
      ...{ orgId: ctx.orgId, id: newId("prf", now.getTime()), paymentId: payment.id, way, state: "sent" },
      ...{ amountCents, note, requestedBy: userOf(ctx.actor), createdAt: now },
    })
    .returning();
  return refund!;
}

const dueOf = (refunds: readonly Refund[], refundId: string): Refund => {
  const found = refunds.find(({ id }) => id === refundId);
  if (!found) throw notFound("Refund");
  if (found.state !== "due") throw salesError("till_payment.not_refundable");
  return found;
};

/** M-Pesa reverses a payment as a whole. */
const partOf = (payment: TillPayment, { amountCents }: Refund, { way }: RefundForm): number =>
  way === "by_hand" || amountCents === payment.amountCents ? amountCents : 0;

function centsOf(
  { amountCents, allocatedCents, refundedCents }: TillPayment,
  refunds: readonly Refund[],
  { way, part }: RefundForm,
): number {
  const due = refunds.filter(({ state }) => state === "due");
  if (way === "reversal" && due.length > 0) throw salesError("till_payment.refund_due");
  if (way === "reversal") return refundedCents === 0 ? amountCents : 0;
  if (part === "rest") return amountCents - refundedCents - allocatedCents;
  return amountCents - refundedCents - due.reduce((sum, row) => sum + row.amountCents, 0);
}

const refundsOf = (tx: Tx, { orgId, id }: TillPayment): Promise<Refund[]> =>
  tx
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.orgId, orgId), eq(paymentRefunds.paymentId, id)));

const urlsOf = (ctx: OrgContext, till: Till, refund: Refund) => {
  const address = { orgId: ctx.orgId, tillId: till.id, subject: refund.id };
  return {
    resultUrl: tillUrl(ctx.config, "results", address),
    timeoutUrl: tillUrl(ctx.config, "timeouts", address),
  };
};

/** Without a response the money may have moved: the refund is unknown until M-Pesa reports it. */
async function reverse(
  ctx: OrgContext,
  till: Till,
  { refund, payment }: { refund: Refund; payment: TillPayment },
): Promise<RefundState> {
  const { orgId } = ctx;
  try {
    const { conversationId } = await darajaOf(ctx, till).reverse(
      {
        ...{ receipt: payment.receipt, amountKes: payment.amountCents / 100, remarks: refund.id },
        ...urlsOf(ctx, till, refund),
      },
      orgId,
    );
    await ctx.db.withOrg(orgId, (tx) =>
      tx.update(paymentRefunds).set({ conversationId }).where(ofRefund(refund)),
    );
    return "sent";
  } catch (error) {
    if (error instanceof DarajaUnknown) {
      await ctx.db.withOrg(orgId, (tx) =>
        tx
          .update(paymentRefunds)
          .set({ state: "unknown" })
          .where(and(ofRefund(refund), eq(paymentRefunds.state, "sent"))),
      );
      return "unknown";
    }
    if (!(error instanceof DarajaError)) throw error;
    const result = { resultCode: error.errorCode, resultDesc: error.message.slice(0, 300) };
    await ctx.db.withOrg(orgId, (tx) => failRefund(tx, ctx, refund.id, result));
    return "failed";
  }
}

/**
 * Queries M-Pesa about the payment of an open refund: it says whether it was reversed.
 * @throws DomainError `till_payment.not_found`, `refund.not_found`
 */
export async function checkRefund({ ctx, input }: Call<{ tillPaymentId: string }>): Promise<void> {
  const { orgId } = ctx;
  const { refund, payment, till } = await ctx.db.withOrg(orgId, async (tx) => {
    const payment = await lockPayment(tx, orgId, input.tillPaymentId);
    const refund = (await refundsOf(tx, payment)).find(({ state }) => isWithMpesa(state));
    if (!refund) throw notFound("Refund");
    return { refund, payment, till: await findTill(tx, orgId, payment.tillId) };
  });
  try {
    await darajaOf(ctx, till).askTransaction(
      { receipt: payment.receipt, ...urlsOf(ctx, till, refund) },
      orgId,
    );
  } catch (error) {
    if (!(error instanceof DarajaError) && !(error instanceof DarajaUnknown)) throw error;
    ctx.log.warn({ err: error, refundId: refund.id }, "refund not checked");
  }
}
