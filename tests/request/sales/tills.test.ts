import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { assignPayment } from "#app/domain/sales/payments/assign.server.ts";
import { cancelRequest } from "#app/domain/sales/requests/cancel.server.ts";
import { checkTill } from "#app/domain/sales/tills/check.server.ts";
import { connectTill, removeTill } from "#app/domain/sales/tills/connect.server.ts";
import { accountOf, testMerchant } from "#simulators/mpesa/merchants.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import { tillShops } from "#tests/support/tillShops.ts";

const platform = setUpPaymentPlatform();
const { newShop, pullAll, shown } = tillShops(platform);

describe("connecting a till", () => {
  it("checks keys, addresses and pulling, and says what M-Pesa refused", async () => {
    const good = await newShop();
    expect(good.checks).toMatchObject({
      keys: { state: "ok" },
      addresses: { state: "ok" },
      pull: { state: "ok" },
    });
    const bad = await newShop({ over: { consumerSecret: "wrong" } });
    expect(bad.checks).toMatchObject({
      keys: { state: "failed", code: "400.008.01" },
      addresses: { state: "skipped" },
    });
    accountOf(platform.company, good.shortcode).missingProducts = ["/pulltransactions"];
    expect((await checkTill(good.org.ctx, good.tillId)).pull).toMatchObject({
      state: "failed",
      said: /apiproduct/,
    });
  });

  it("takes addresses that another system registered as a refusal, and its own as fine", async () => {
    const shop = await newShop();
    expect((await checkTill(shop.org.ctx, shop.tillId)).addresses).toMatchObject({ state: "ok" });
    await removeTill({ ctx: shop.org.ctx, input: { tillId: shop.tillId } });
    const other = await platform.createOrg();
    const { till: _, ...merchant } = testMerchant(shop.shortcode);
    const { checks } = await connectTill({
      ctx: other.ctx,
      input: {
        ...merchant,
        ...{ name: "Again", kind: "paybill", number: shop.shortcode, storeNumber: "", nominatedPhone: "" },
        ...{ operator: "", operatorPassword: "" },
      },
    });
    expect(checks).toMatchObject({
      keys: { state: "ok" },
      addresses: { state: "failed" },
      pull: { state: "skipped" },
    });
  });
});

describe("a payment request", () => {
  it.each(["paybill", "buy_goods"] as const)(
    "is paid by a prompt at a %s, once, with a receipt in the chat",
    async (kind) => {
      const shop = await newShop({ kind });
      const { request } = await shop.ask(1500);
      await shop.prompt(request.id);
      expect(await shop.request(request.id)).toMatchObject({ state: "prompted" });
      await platform.answer(shop.phone, "accept");
      expect(await shop.request(request.id)).toMatchObject({ state: "paid", paidCents: 150_000 });
      expect(await shown(shop)).toEqual([
        { state: "matched", matchedBy: expect.any(String), amountCents: 150_000 },
      ]);
      expect(await shop.balances()).toMatchObject({ till: -1500, collected: 1500, suspense: 0 });
      expect(await shop.receipts()).toEqual([expect.stringContaining("1,500")]);
      await pullAll();
      expect(await shown(shop)).toHaveLength(1);
    },
  );

  it("waits again after a refused prompt, and one prompt is open at a time", async () => {
    const shop = await newShop();
    const { request } = await shop.ask(200);
    await shop.prompt(request.id);
    await expect(shop.prompt(request.id)).rejects.toMatchObject({ code: "payment_request.prompt_open" });
    await expect(
      cancelRequest({ ctx: shop.org.ctx, input: { requestId: request.id } }),
    ).rejects.toMatchObject({ code: "payment_request.prompt_open" });
    await platform.answer(shop.phone, "refuse");
    expect(await shop.request(request.id)).toMatchObject({ state: "failed", resultCode: "1032" });
    await shop.prompt(request.id);
    await platform.answer(shop.phone, "accept");
    expect(await shop.request(request.id)).toMatchObject({ state: "paid" });
  });

  it("is asked once for a key, and paid in parts, with the rest as credit", async () => {
    const shop = await newShop();
    const key = randomUUID();
    const { request } = await shop.ask(1000, { key });
    expect(await shop.ask(1000, { key })).toMatchObject({ request: { id: request.id }, isNew: false });
    await shop.pay(400, request.accountNumber);
    expect(await shop.request(request.id)).toMatchObject({ state: "requested", paidCents: 40_000 });
    await shop.pay(700, request.accountNumber.toLowerCase());
    expect(await shop.request(request.id)).toMatchObject({ state: "paid", paidCents: 100_000 });
    const [, second] = await shop.payments();
    expect(second!.amountCents - second!.allocatedCents).toBe(10_000);
    expect(await shop.balances()).toMatchObject({ till: -1100, collected: 1100 });
  });

  it("whose callback was lost is paid by the pull that follows the query", async () => {
    const shop = await newShop();
    const { request } = await shop.ask(300);
    platform.fault("lost");
    await shop.prompt(request.id);
    await platform.answer(shop.phone, "accept");
    expect(await shop.request(request.id)).toMatchObject({ state: "paid", paidCents: 30_000 });
    platform.clock.advance(3_600_000);
    await platform.runJobs();
    await pullAll();
    expect(await shop.request(request.id)).toMatchObject({ state: "paid" });
    expect(await shop.balances()).toMatchObject({ till: -300, collected: 300 });
  });
});

describe("a payment by hand", () => {
  it("with an unknown account waits for a member, and never changes consent", async () => {
    const shop = await newShop();
    const { request } = await shop.ask(500);
    await shop.pay(500, "JOHN 4B");
    expect(await shown(shop)).toEqual([{ state: "unmatched", matchedBy: null, amountCents: 50_000 }]);
    expect(await shop.balances()).toMatchObject({ till: -500, suspense: 500, collected: 0 });
    const [payment] = await shop.payments();
    const assign = () =>
      assignPayment({ ctx: shop.org.ctx, input: { paymentId: payment!.id, contactId: shop.contactId } });
    await assign();
    await expect(assign()).rejects.toMatchObject({ code: "till_payment.matched" });
    expect(await shop.request(request.id)).toMatchObject({ state: "paid" });
    expect(await shop.balances()).toMatchObject({ till: -500, suspense: 0, collected: 500 });
    const [contact] = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.select().from(contacts).where(eq(contacts.id, shop.contactId)),
    );
    expect(contact).toMatchObject({ consent: "none" });
  });

  it("is refused before the money moves when the check letter is wrong", async () => {
    const shop = await newShop();
    const { request } = await shop.ask(500);
    const letter = request.accountNumber.at(-1) === "A" ? "C" : "A";
    const paid = await shop.pay(500, request.accountNumber.slice(0, -1) + letter);
    expect(paid.accepted).toBe(false);
    expect(await shop.payments()).toEqual([]);
  });

  it("above the limit counts once the pull confirms it, and once when reported twice", async () => {
    const shop = await newShop();
    const { request } = await shop.ask(20_000);
    platform.fault("double");
    await shop.pay(20_000, request.accountNumber);
    expect(await shown(shop)).toMatchObject([{ state: "unconfirmed" }]);
    expect(await shop.balances()).toMatchObject({ till: 0 });
    platform.clock.advance(3_600_000);
    await pullAll();
    expect(await shown(shop)).toMatchObject([{ state: "matched" }]);
    expect(await shop.request(request.id)).toMatchObject({ state: "paid" });
    expect(await shop.balances()).toMatchObject({ till: -20_000, collected: 20_000 });
  });

  it("does not reach another organisation's till, and a removed till takes none", async () => {
    const [one, other] = [await newShop(), await newShop()];
    const { confirmationUrl } = accountOf(platform.company, one.shortcode).urls!;
    const notice = { TransID: "UKL7RT61SV", TransAmount: "10.00", BusinessShortCode: other.shortcode };
    const post = (url: string) =>
      platform.api.fetch(new Request(url, { method: "POST", body: JSON.stringify(notice) }));
    expect((await post(confirmationUrl.replace(one.org.orgId, other.org.orgId))).status).toBe(404);
    expect((await post(confirmationUrl)).status).toBe(200);
    await platform.runJobs();
    expect(await one.payments()).toEqual([]);
    expect(await other.payments()).toEqual([]);
    await removeTill({ ctx: one.org.ctx, input: { tillId: one.tillId } });
    const [till] = await platform.services.db.withOrg(one.org.orgId, (tx) =>
      tx.select().from(tills).where(eq(tills.id, one.tillId)),
    );
    expect(till).toMatchObject({ keysEncrypted: null });
    await expect(one.ask(10)).rejects.toMatchObject({ code: "till.none" });
  });
});
