import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { providerCalls } from "#app/db/schema/record/providerCalls.ts";
import { taxDocuments } from "#app/db/schema/sales/tax.ts";
import { cancelOrder } from "#app/domain/sales/orders/cancel.server.ts";
import { confirmOrder } from "#app/domain/sales/orders/confirm.server.ts";
import { getOrder } from "#app/domain/sales/orders/queries.server.ts";
import { createRequest } from "#app/domain/sales/requests/create.server.ts";
import { submitTaxDocumentsOf, sweepTaxDocuments } from "#app/domain/sales/tax/submit.server.ts";
import { createOrderShops } from "#tests/support/orders.ts";
import { setUpTax } from "#tests/support/tax.ts";

const { platform, account, switchOn, documents, fault, registered } = setUpTax();
const { newShop } = createOrderShops(platform);
type Shop = Awaited<ReturnType<typeof newShop>>;

/** A shop whose eTIMS is on. */
async function taxedShop(more: object = {}) {
  const shop = await newShop();
  await switchOn(shop.org, more);
  return shop;
}

async function paidOrder(shop: Shop) {
  const productId = await shop.product({ vatClass: "standard" });
  const { id } = await shop.create([{ productId, quantity: 2 }], { deliveryCents: 1_000 });
  await confirmOrder({ ctx: shop.org.ctx, input: { orderId: id } });
  const [request] = await shop.requestsOf(id);
  await shop.pay(390, request!.accountNumber);
  return id;
}

const texts = async ({ orgId }: Shop) =>
  (
    await platform.services.db.withOrg(orgId, (tx) =>
      tx.select({ body: messages.body }).from(messages).where(eq(messages.orgId, orgId)),
    )
  ).map(({ body }) => body);

describe("an organisation's eTIMS", () => {
  it("is on only once KRA accepts the device, and says what to do", async () => {
    const shop = await newShop();
    const on = () => platform.call("POST /etims/switch", { isOn: true }, shop.org);
    await expect(on()).rejects.toThrow("etims.not_ready");
    const form = account({ deviceSerial: "unknown" });
    await platform.call("PUT /etims", form, shop.org);
    const { account: refused } = await platform.call("GET /etims", {}, shop.org);
    expect(refused).toMatchObject({
      check: { outcome: "refused", code: "901", advice: expect.stringContaining("serial") },
    });
    await expect(on()).rejects.toThrow("etims.not_ready");
    await platform.call("PUT /etims", { ...form, deviceSerial: "sandbox-device" }, shop.org);
    await on();
    expect((await platform.call("GET /etims", {}, shop.org)).account).toMatchObject({
      isOn: true,
      check: { outcome: "ready" },
    });
  });

  it("keeps its key through a mistyped serial number: KRA gives it once", async () => {
    const shop = await newShop();
    const form = account();
    const outcome = async (more: object) => {
      await platform.call("PUT /etims", { ...form, ...more }, shop.org);
      return (await platform.call("GET /etims", {}, shop.org)).account?.check?.outcome;
    };
    expect(await outcome({})).toBe("ready");
    expect(await outcome({ deviceSerial: "mistyped" })).toBe("refused");
    expect(await outcome({ deviceSerial: "also mistyped" })).toBe("refused");
    expect(await outcome({})).toBe("ready");
  });

  it("refuses a PIN that is none, and a change of PIN after the first document", async () => {
    const shop = await taxedShop();
    await expect(platform.call("PUT /etims", account({ pin: "123" }), shop.org)).rejects.toThrow(/400/);
    await paidOrder(shop);
    await expect(platform.call("PUT /etims", account(), shop.org)).rejects.toThrow("etims.in_use");
  });
});

describe("a paid order", () => {
  it("gets one invoice with the VAT of its products, and its number is in the receipt and on the order", async () => {
    const shop = await taxedShop();
    const id = await paidOrder(shop);
    const [document, ...others] = await documents(shop);
    expect(others).toEqual([]);
    expect(document).toMatchObject({ state: "accepted", subjectId: id, totalCents: 39_000, taxNumber: 1 });
    expect(document!.lines).toMatchObject([
      { vatClass: "standard", quantity: 2, totalCents: 38_000 },
      { description: "Delivery", totalCents: 1_000 },
    ]);
    platform.clock.advance(4000);
    await platform.runJobs();
    const receipt = (await texts(shop)).find((text) => text?.includes("390"));
    expect(receipt).toContain(document!.link);
    expect((await getOrder({ ctx: shop.org.ctx, input: { orderId: id } })).invoices).toMatchObject([
      { state: "accepted", receiptNumber: document!.receiptNumber },
    ]);
  });

  it("gets a credit note when its money goes back", async () => {
    const shop = await taxedShop();
    const id = await paidOrder(shop);
    await cancelOrder({ ctx: shop.org.ctx, input: { orderId: id } });
    const { refunds } = await getOrder({ ctx: shop.org.ctx, input: { orderId: id } });
    await platform.call(
      "POST /till-payments/:tillPaymentId/refund",
      { tillPaymentId: refunds[0]!.paymentId, refundId: refunds[0]!.id, way: "by_hand", note: "Cash" },
      shop.org,
    );
    await platform.runJobs();
    expect(await documents(shop)).toMatchObject([
      { kind: "sale", state: "accepted" },
      { kind: "credit_note", state: "accepted", totalCents: 39_000, originalTaxNumber: 1, taxNumber: 2 },
    ]);
  });

  it("gets none while eTIMS is off", async () => {
    const shop = await taxedShop();
    await platform.call("POST /etims/switch", { isOn: false }, shop.org);
    await paidOrder(shop);
    expect(await documents(shop)).toEqual([]);
  });
});

describe("a paid request", () => {
  it("gets an invoice with the VAT class of the settings", async () => {
    const shop = await taxedShop({ requestVatClass: "exempt" });
    const { request } = await createRequest({
      ctx: shop.org.ctx,
      input: {
        ...{ contactId: shop.contactId, amountCents: 50_000, reason: "Consultation" },
        ...{ source: "member", key: randomUUID() },
      },
    });
    await shop.pay(500, request.accountNumber);
    expect(await documents(shop)).toMatchObject([
      { state: "accepted", subjectId: request.id, lines: [{ vatClass: "exempt", vatCents: 0 }] },
    ]);
  });
});

describe("KRA", () => {
  it.each(["drop-answer", "unknown", "drop-call", "busy", "http500"])(
    "that fails with %s has each document once in the end",
    async (kind) => {
      const shop = await taxedShop();
      const before = (await registered()).length;
      await fault(kind);
      await paidOrder(shop);
      await paidOrder(shop);
      expect((await documents(shop)).map(({ state }) => state)).not.toContain("accepted");
      platform.clock.advance(60 * 60_000);
      await sweepTaxDocuments(platform.services);
      await platform.runJobs();
      expect((await documents(shop)).map(({ state }) => state)).toEqual(["accepted", "accepted"]);
      const sales = (await registered()).slice(before);
      expect(sales.map(({ invcNo }) => invcNo)).toEqual([1, 2]);
      expect((await texts(shop)).filter((text) => text?.includes("etims"))).toHaveLength(2);
    },
  );

  it("holds back later documents at a refusal, until a member sends it again", async () => {
    const shop = await taxedShop();
    await fault("refuse", { code: "910", message: "Request parameter error" });
    await paidOrder(shop);
    await paidOrder(shop);
    expect((await documents(shop)).map(({ state }) => state)).toEqual(["refused", "waiting"]);
    const [first] = await documents(shop);
    const retry = () =>
      platform.call("POST /etims/documents/:taxDocumentId/retry", { taxDocumentId: first!.id }, shop.org);
    await retry();
    await platform.runJobs();
    expect((await documents(shop)).map(({ state }) => state)).toEqual(["accepted", "accepted"]);
    await expect(retry()).rejects.toThrow("etims.not_refused");
  });

  it("registers one document when two workers send at once, and when one died after sending", async () => {
    const shop = await taxedShop();
    const before = (await registered()).length;
    await fault("drop-answer");
    await paidOrder(shop);
    await platform.services.db.withOrg(shop.orgId, (tx) =>
      tx
        .update(taxDocuments)
        .set({ state: "submitted", nextTryAt: platform.clock.now() })
        .where(eq(taxDocuments.orgId, shop.orgId)),
    );
    await Promise.all([1, 2, 3].map(() => submitTaxDocumentsOf(platform.services, shop.orgId)));
    expect(await documents(shop)).toMatchObject([{ state: "accepted" }]);
    expect((await registered()).slice(before)).toHaveLength(1);
  });

  it("that was down gets the document when its pause is over", async () => {
    const shop = await taxedShop();
    await fault("busy");
    await paidOrder(shop);
    expect(await documents(shop)).toMatchObject([{ state: "waiting", attempts: 1 }]);
    platform.clock.advance(60_000);
    await platform.runJobs();
    expect(await documents(shop)).toMatchObject([{ state: "accepted", attempts: 2 }]);
  });

  it("gets what a worker that died has left, by the sweep", async () => {
    const shop = await taxedShop();
    await fault("drop-call");
    await paidOrder(shop);
    platform.waiting.length = 0;
    platform.clock.advance(60 * 60_000);
    expect((await sweepTaxDocuments(platform.services)).organisations).toBeGreaterThan(0);
    await platform.runJobs();
    expect(await documents(shop)).toMatchObject([{ state: "accepted" }]);
  });
});

describe("a customer's KRA PIN", () => {
  const pin = "A012345678Z";

  it("is sent with the invoice and its credit note, shown, and kept out of the log of calls", async () => {
    const shop = await taxedShop();
    const { contactId } = shop;
    const { contact } = await platform.call("GET /contacts/:contactId", { contactId }, shop.org);
    const { name, phone, consent } = contact;
    const kraPin = ` ${pin.toLowerCase()} `;
    const details = { contactId, name, phone: phone ?? "", tags: "", consent, kraPin };
    await platform.call("PUT /contacts/:contactId", details, shop.org);
    const id = await paidOrder(shop);
    expect((await registered()).at(-1)).toMatchObject({ custTin: pin });
    const { order, invoices } = await getOrder({ ctx: shop.org.ctx, input: { orderId: id } });
    expect(order.customerPin).toBe(pin);
    expect(invoices).toMatchObject([{ customerPin: pin }]);
    const calls = await platform.services.db.withSystem((tx) =>
      tx.select().from(providerCalls).where(eq(providerCalls.orgId, shop.orgId)),
    );
    expect(calls.length).toBeGreaterThan(0);
    expect(JSON.stringify(calls)).not.toContain(pin);
  });

  it("is that of the order where it has one, and refused where it is none", async () => {
    const shop = await taxedShop();
    const productId = await shop.product();
    const { id: orderId } = await shop.create([{ productId, quantity: 1 }]);
    const edit = (buyerPin: string) =>
      platform.request("PUT /orders/:orderId", { orderId, lines: [], buyerPin }, shop.org);
    expect((await edit("12345")).status).toBe(400);
    expect((await edit("P098765432Q")).status).toBe(200);
    await confirmOrder({ ctx: shop.org.ctx, input: { orderId } });
    const [request] = await shop.requestsOf(orderId);
    await shop.pay(190, request!.accountNumber);
    expect(await documents(shop)).toMatchObject([{ customerPin: "P098765432Q", state: "accepted" }]);
  });

  it("is erased with the person, also from what was registered", async () => {
    const shop = await taxedShop();
    await platform.services.db.withOrg(shop.orgId, (tx) =>
      tx.update(contacts).set({ kraPin: pin }).where(eq(contacts.id, shop.contactId)),
    );
    const id = await paidOrder(shop);
    expect(await documents(shop)).toMatchObject([{ customerPin: pin, state: "accepted" }]);
    await platform.call("DELETE /contacts/:contactId", { contactId: shop.contactId }, shop.org);
    expect(await documents(shop)).toMatchObject([{ customerPin: null, state: "accepted" }]);
    expect(await shop.order(id)).toMatchObject({ contactId: null, buyerPin: null });
  });
});
