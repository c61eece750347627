import { and, eq, inArray } from "drizzle-orm";
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
import { failRefund, ofRefund, type Refund, settleRefund } from "./endRefund.server.ts";
import { lockPayment } from "./lockPayment.server.ts";
import type { RefundForm } from "./schemas.ts";
import type { TillPayment } from "./store.server.ts";

const open: RefundState[] = ["sent", "unknown"];

/**
 * Refunds a payment: all of it by M-Pesa's reversal, or by hand what a member has already returned. One refund of a
 * payment is open at a time, stored before M-Pesa is called.
 * @throws DomainError `till_payment.not_found`, `till_payment.not_refundable`, `till_payment.refund_open`,
 * `till_payment.no_operator`
 */
export async function refundPayment({
  ctx,
  input,
}: Call<RefundForm & { tillPaymentId: string }>): Promise<{ refundId: string; state: RefundState }> {
  const { refund, payment, till } = await ctx.db.withOrg(ctx.orgId, (tx) => storeRefund(tx, ctx, input));
  if (refund.way === "by_hand") return { refundId: refund.id, state: "done" };
  return { refundId: refund.id, state: await reverse(ctx, till, { refund, payment }) };
}

async function storeRefund(tx: Tx, ctx: OrgContext, input: RefundForm & { tillPaymentId: string }) {
  const payment = await lockPayment(tx, ctx.orgId, input.tillPaymentId);
  const till = await findTill(tx, ctx.orgId, payment.tillId);
  const amountCents = centsOf(payment, input);
  if (amountCents <= 0 || payment.state === "unconfirmed") throw salesError("till_payment.not_refundable");
  if (input.way === "reversal" && !hasOperator(ctx, till)) throw salesError("till_payment.no_operator");
  await requireNoneOpen(tx, ctx, payment);
  const now = ctx.clock.now();
  const [refund] = await tx
    .insert(paymentRefunds)
    .values({
      ...{ orgId: ctx.orgId, id: newId("prf", now.getTime()), paymentId: payment.id, way: input.way },
      ...{ state: "sent", amountCents, note: input.note, requestedBy: userOf(ctx.actor), createdAt: now },
    })
    .returning();
  if (input.way === "by_hand") await settleRefund(tx, ctx, refund!, {});
  else
    await record(tx, ctx, refundRequested, {
      subject: payment.id,
      data: {
        ...(await personOf(tx, ctx, payment.contactId)),
        ...{ amountCents, receipt: payment.receipt, note: input.note },
      },
    });
  return { refund: refund!, payment, till };
}

/** M-Pesa reverses a payment as a whole. */
function centsOf(
  { amountCents, allocatedCents, refundedCents }: TillPayment,
  { way, part }: RefundForm,
): number {
  if (way === "reversal") return refundedCents === 0 ? amountCents : 0;
  return amountCents - refundedCents - (part === "rest" ? allocatedCents : 0);
}

async function requireNoneOpen(tx: Tx, { orgId }: OrgContext, { id }: TillPayment): Promise<void> {
  const [found] = await tx
    .select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .where(
      and(
        eq(paymentRefunds.orgId, orgId),
        eq(paymentRefunds.paymentId, id),
        inArray(paymentRefunds.state, open),
      ),
    );
  if (found) throw salesError("till_payment.refund_open");
}

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
    const [refund] = await tx
      .select()
      .from(paymentRefunds)
      .where(
        and(
          eq(paymentRefunds.orgId, orgId),
          eq(paymentRefunds.paymentId, payment.id),
          inArray(paymentRefunds.state, open),
        ),
      );
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
