import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { paymentRefunds } from "#app/db/schema/sales/matching.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { cancelOrder } from "#app/domain/sales/orders/cancel.server.ts";
import { confirmOrder } from "#app/domain/sales/orders/confirm.server.ts";
import { getOrder, listOrders } from "#app/domain/sales/orders/queries.server.ts";
import { creditRefund } from "#app/domain/sales/payments/credit.server.ts";
import { getPayment } from "#app/domain/sales/payments/queries.server.ts";
import { promptRequest } from "#app/domain/sales/requests/prompt.server.ts";
import { accountOf } from "#simulators/mpesa/merchants.ts";
import { createOrderShops } from "#tests/support/orders.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";

const platform = setUpPaymentPlatform();
const { newShop } = createOrderShops(platform);
type Shop = Awaited<ReturnType<typeof newShop>>;

async function confirmedOrder(shop: Shop) {
  const { id } = await shop.create([{ productId: await shop.product(), quantity: 2 }]);
  const { requestId } = await confirmOrder({ ctx: shop.org.ctx, input: { orderId: id } });
  const [request] = await shop.requestsOf(id);
  return { id, requestId, account: request!.accountNumber };
}

const cancel = (shop: Shop, orderId: string) => cancelOrder({ ctx: shop.org.ctx, input: { orderId } });
const shown = (shop: Shop, orderId: string) => getOrder({ ctx: shop.org.ctx, input: { orderId } });
const refundOf = async (shop: Shop, orderId: string) =>
  (await shown(shop, orderId)).refunds.find(({ state }) => state === "due")!;

/** An order of KES 380 that was paid, and then cancelled. */
async function cancelledOrder(shop: Shop, paid = 380) {
  const order = await confirmedOrder(shop);
  await shop.pay(paid, order.account);
  await cancel(shop, order.id);
  const { id: paymentRefundId, paymentId } = await refundOf(shop, order.id);
  return { ...order, paymentRefundId, tillPaymentId: paymentId };
}

const refund = (shop: Shop, tillPaymentId: string, more: object) =>
  platform.call(
    "POST /till-payments/:tillPaymentId/refund",
    { tillPaymentId, way: "by_hand", note: "Cash, signed by Asha", ...more },
    shop.org,
  );

const reported = async () => {
  await platform.company.settled();
  await platform.runJobs();
};

describe("money of a cancelled order", () => {
  it("is due for each payment, and goes back once: the order and the payment show it", async () => {
    const shop = await newShop();
    const order = await confirmedOrder(shop);
    await shop.pay(100, order.account);
    await shop.pay(280, order.account);
    await cancel(shop, order.id);
    await cancel(shop, order.id);
    const { order: cancelled, refunds } = await shown(shop, order.id);
    expect(cancelled).toMatchObject({ state: "cancelled", paidCents: 38_000, refundCents: 38_000 });
    expect(refunds.map(({ state, amountCents }) => [state, amountCents])).toEqual([
      ["due", 10_000],
      ["due", 28_000],
    ]);
    const due = await listOrders(shop.org.ctx, { q: "", state: "refund", cursor: "" });
    expect(due.orders.map(({ id }) => id)).toEqual([order.id]);
    for (const { id: refundId, paymentId } of refunds) {
      expect(await refund(shop, paymentId, { refundId })).toMatchObject({ state: "done" });
      await expect(refund(shop, paymentId, { refundId })).rejects.toThrow("till_payment.not_refundable");
      const { payment } = await getPayment(shop.org.ctx, paymentId);
      expect(payment).toMatchObject({
        state: "refunded",
        allocatedCents: 0,
        refundedCents: payment.amountCents,
      });
    }
    expect((await shown(shop, order.id)).order).toMatchObject({ paidCents: 0, refundCents: 0 });
    expect(await platform.broken()).toBeNull();
  });

  it("that arrives after the end is due as well: of its prompt, or as exactly its total", async () => {
    const shop = await newShop();
    const order = await confirmedOrder(shop);
    await promptRequest({ ctx: shop.org.ctx, input: { requestId: order.requestId } });
    await platform.runJobs();
    await expect(cancel(shop, order.id)).rejects.toMatchObject({ code: "payment_request.prompt_open" });
    await platform.answer(shop.phone, "refuse");
    await cancel(shop, order.id);
    await shop.pay(120, order.account);
    expect((await shown(shop, order.id)).order).toMatchObject({ refundCents: 0, paidCents: 0 });
    await shop.pay(380, order.account);
    expect((await shown(shop, order.id)).order).toMatchObject({ state: "cancelled", refundCents: 38_000 });
    const { paymentId } = await refundOf(shop, order.id);
    expect((await getPayment(shop.org.ctx, paymentId)).payment).toMatchObject({ creditCents: 0 });
  });

  it("stays the customer's as credit where a member says so", async () => {
    const shop = await newShop();
    const { id, tillPaymentId, paymentRefundId } = await cancelledOrder(shop);
    const credit = () => creditRefund({ ctx: shop.org.ctx, input: { tillPaymentId, paymentRefundId } });
    await Promise.all([credit(), credit()]);
    const { order, refunds, creditCents } = await shown(shop, id);
    expect({ order, refunds, creditCents }).toMatchObject({
      ...{ order: { refundCents: 0, paidCents: 0 }, refunds: [{ state: "credited" }], creditCents: 38_000 },
    });
    await expect(refund(shop, tillPaymentId, { refundId: paymentRefundId })).rejects.toThrow(
      "till_payment.not_refundable",
    );
    const other = await newShop();
    await expect(
      creditRefund({ ctx: other.org.ctx, input: { tillPaymentId, paymentRefundId } }),
    ).rejects.toMatchObject({ code: "till_payment.not_found" });
  });

  it("is reversed by M-Pesa where it was the whole payment; a refusal makes it due again", async () => {
    const shop = await newShop();
    const { id, tillPaymentId, paymentRefundId: refundId } = await cancelledOrder(shop);
    const account = accountOf(platform.company, shop.shortcode);
    const { working } = account.balances;
    account.balances.working = 0;
    expect(await refund(shop, tillPaymentId, { refundId, way: "reversal" })).toMatchObject({ state: "sent" });
    await reported();
    account.balances.working = working;
    const { refunds, order } = await shown(shop, id);
    expect(refunds.map(({ state }) => state).sort()).toEqual(["due", "failed"]);
    expect(order).toMatchObject({ refundCents: 38_000, paidCents: 38_000 });
    const again = await refundOf(shop, id);
    expect(await refund(shop, tillPaymentId, { refundId: again.id, way: "reversal" })).toMatchObject({
      state: "sent",
    });
    await expect(refund(shop, tillPaymentId, { part: "whole" })).rejects.toThrow("till_payment.refund_open");
    await reported();
    expect((await shown(shop, id)).order).toMatchObject({ refundCents: 0, paidCents: 0 });
    expect(await platform.broken()).toBeNull();
  });
});

describe("other refunds of the payment", () => {
  it("leave what is due to an order: together never more than was paid", async () => {
    const shop = await newShop();
    const { tillPaymentId, paymentRefundId: refundId } = await cancelledOrder(shop, 500);
    await expect(refund(shop, tillPaymentId, { way: "reversal" })).rejects.toThrow("till_payment.refund_due");
    await expect(refund(shop, tillPaymentId, { way: "reversal", refundId })).rejects.toThrow(
      "till_payment.not_refundable",
    );
    const tries = await Promise.allSettled([
      refund(shop, tillPaymentId, { part: "whole" }),
      refund(shop, tillPaymentId, { part: "rest" }),
      refund(shop, tillPaymentId, { refundId }),
      refund(shop, tillPaymentId, { refundId }),
    ]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const [payment] = await platform.services.db.withOrg(shop.orgId, (tx) =>
      tx.select().from(tillPayments).where(eq(tillPayments.id, tillPaymentId)),
    );
    expect(payment).toMatchObject({ state: "refunded", refundedCents: 50_000, allocatedCents: 0 });
    const rows = await platform.services.db.withOrg(shop.orgId, (tx) =>
      tx.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, tillPaymentId)),
    );
    expect(rows.map(({ state, amountCents }) => [state, amountCents]).sort()).toEqual([
      ["done", 12_000],
      ["done", 38_000],
    ]);
    expect(await platform.broken()).toBeNull();
  });
});
