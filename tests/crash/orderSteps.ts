import { and, desc, eq } from "drizzle-orm";
import { paymentRefunds } from "#app/db/schema/sales/matching.ts";
import { paymentPrompts, paymentRequests, tillPayments } from "#app/db/schema/sales/payments.ts";
import { promptForOrder } from "#app/domain/sales/orders/ask.server.ts";
import { cancelOrder } from "#app/domain/sales/orders/cancel.server.ts";
import { confirmOrder } from "#app/domain/sales/orders/confirm.server.ts";
import { applyTillNotices } from "#app/domain/sales/payments/apply.server.ts";
import { refundPayment } from "#app/domain/sales/payments/refund.server.ts";
import { sendPaymentReceipt } from "#app/domain/sales/payments/sendReceipt.server.ts";
import { pushPrompt } from "#app/domain/sales/requests/pushPrompt.server.ts";
import { submitTaxDocumentsOf } from "#app/domain/sales/tax/submit.server.ts";
import { receiveTillNotice } from "#app/domain/sales/tills/receive.server.ts";
import { type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

export interface OrderSteps {
  orgId: string;
  tillId: string;
  orderId: string;
  /** Of M-Pesa, once the payer has accepted the prompt. */
  receipt: string;
}

/** What a step that was done before refuses. */
const doneBefore = new Set(["order.not_draft", "order.state", "payment_request.prompt_open"]);

async function once(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError) || !doneBefore.has(error.code)) throw error;
  }
}

export const orderContext = (services: Services, { orgId }: Pick<OrderSteps, "orgId">): OrgContext =>
  systemContext(services, orgId as OrgId, "crash");

/** The newest prompt of the order's requests. */
export const promptOf = (ctx: OrgContext, orderId: string) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [found] = await tx
      .select({ prompt: paymentPrompts, account: paymentRequests.accountNumber })
      .from(paymentPrompts)
      .innerJoin(
        paymentRequests,
        and(eq(paymentRequests.orgId, ctx.orgId), eq(paymentRequests.id, paymentPrompts.requestId)),
      )
      .where(and(eq(paymentPrompts.orgId, ctx.orgId), eq(paymentRequests.sourceId, orderId)))
      .orderBy(desc(paymentPrompts.createdAt))
      .limit(1);
    return found;
  });

/** M-Pesa's report that a prompt was paid. */
export async function reportPaid(
  ctx: OrgContext,
  { tillId, orderId, receipt }: OrderSteps,
  { promptId }: { promptId?: string } = {},
): Promise<void> {
  const found = await promptOf(ctx, orderId);
  if (!found) return;
  const { prompt } = found;
  const items = {
    Amount: prompt.amountCents / 100,
    MpesaReceiptNumber: receipt,
    PhoneNumber: Number(prompt.phone.slice(1)),
  };
  const Item = Object.entries(items).map(([Name, Value]) => ({ Name, Value }));
  const stkCallback = {
    ...{ CheckoutRequestID: prompt.checkoutRequestId ?? `ws_CO_${prompt.id}`, ResultCode: 0, ResultDesc: "" },
    CallbackMetadata: { Item },
  };
  await report(ctx, tillId, {
    kind: "prompt",
    subject: promptId ?? prompt.id,
    body: { Body: { stkCallback } },
  });
}

/** Stores what M-Pesa posts to a till, and applies it. */
export async function report(
  ctx: OrgContext,
  tillId: string,
  { kind, subject, body }: { kind: "prompt" | "confirmation"; subject: string; body: object },
): Promise<void> {
  const address = { orgId: ctx.orgId, tillId, subject };
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    receiveTillNotice(tx, ctx, address, { kind, body: JSON.stringify(body) }),
  );
  await applyTillNotices(ctx, ctx.orgId);
}

/** A draft is confirmed, prompted for, paid and receipted, as the queue would do it; what was done before is not done again. */
export async function payForOrder(services: Services, steps: OrderSteps): Promise<void> {
  const ctx = orderContext(services, steps);
  const { orderId } = steps;
  await once(() => confirmOrder({ ctx, input: { orderId } }));
  await once(() => promptForOrder({ ctx, input: { orderId } }));
  const found = await promptOf(ctx, orderId);
  if (found && (await pushPrompt(ctx, found.prompt.id))) await reportPaid(ctx, steps);
  await submitTaxDocumentsOf(services, ctx.orgId);
  await sendReceipts(ctx);
}

/** A paid order is cancelled, and its money goes back by hand; what was done before is not done again. */
export async function refundOrder(services: Services, steps: OrderSteps): Promise<void> {
  const ctx = orderContext(services, steps);
  await cancelOrder({ ctx, input: { orderId: steps.orderId } });
  const [due] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(paymentRefunds)
      .where(and(eq(paymentRefunds.orgId, ctx.orgId), eq(paymentRefunds.state, "due"))),
  );
  const refund = { way: "by_hand", part: "whole", note: "Cash" } as const;
  if (due) await refundPayment({ ctx, input: { ...refund, tillPaymentId: due.paymentId, refundId: due.id } });
  await submitTaxDocumentsOf(services, ctx.orgId);
}

export async function sendReceipts(ctx: OrgContext): Promise<void> {
  const payments = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.select({ id: tillPayments.id }).from(tillPayments).where(eq(tillPayments.orgId, ctx.orgId)),
  );
  for (const { id } of payments) await sendPaymentReceipt(ctx, id);
}
