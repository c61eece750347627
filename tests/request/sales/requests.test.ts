import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { outgoingEvents } from "#app/db/schema/record/webhooks.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { expireRequests } from "#app/domain/sales/requests/cancel.server.ts";
import { getRequest, requestsOfConversation } from "#app/domain/sales/requests/queries.server.ts";
import { removeTill } from "#app/domain/sales/tills/connect.server.ts";
import { createOrderShops } from "#tests/support/orders.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";

const platform = setUpPaymentPlatform();
const shops = createOrderShops(platform);
const dayMs = 86_400_000;

/** A shop that asks for money as its members do, over the calls of the screens. */
async function newShop() {
  const shop = await shops.newShop();
  const { org, orgId, contactId, conversationId, phone } = shop;
  const { withOrg } = platform.services.db;
  const call = async (key: string, input: Record<string, unknown>) => {
    const response = await platform.request(key, input, org);
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : {}) as Record<string, never> };
  };
  return {
    ...shop,
    call,
    ask(amount: unknown, more: Record<string, unknown> = {}) {
      platform.clock.advance(1000);
      return call("POST /conversations/:conversationId/payment-requests", {
        ...{ conversationId, amount, reason: "Term 2", way: "account", ...more },
      });
    },
    /** The texts that the customer got, oldest first. */
    texts: async () =>
      (
        await withOrg(orgId, (tx) =>
          tx
            .select({ body: messages.body })
            .from(messages)
            .where(and(eq(messages.orgId, orgId), eq(messages.direction, "out")))
            .orderBy(asc(messages.id)),
        )
      ).map(({ body }) => body ?? ""),
    async writes(body: string, wamid = `wamid.${randomUUID()}`) {
      platform.clock.advance(1000);
      const timestamp = String(Math.floor(platform.clock.now().getTime() / 1000));
      await platform.services.db.withSystem((tx) =>
        applyInbound(tx, platform.services, orgId, shop.phoneNumberId, {
          messages: [{ from: phone.slice(1), id: wamid, timestamp, type: "text", text: { body } }],
        }),
      );
      await platform.runJobs();
      return wamid;
    },
    read: (requestId: string) => getRequest(org.ctx, requestId),
    all: () =>
      withOrg(orgId, (tx) =>
        tx.select().from(paymentRequests).where(eq(paymentRequests.contactId, contactId)),
      ),
    closeWindow: () =>
      withOrg(orgId, (tx) =>
        tx
          .update(conversations)
          .set({ windowEndsAt: new Date(platform.clock.now().getTime() - 1000) })
          .where(eq(conversations.id, conversationId)),
      ),
  };
}

const idOf = ({ body }: { body: Record<string, unknown> }) => body.requestId as string;

describe("asking in the chat", () => {
  it("sends the customer amount, paybill and account number", async () => {
    const shop = await newShop();
    const first = await shop.ask("1,500");
    expect(first).toMatchObject({ status: 200, body: { sent: "text" } });
    const [request, ...others] = await shop.all();
    expect(others).toEqual([]);
    expect(request).toMatchObject({ amountCents: 150_000, state: "requested", source: "member" });
    const texts = await shop.texts();
    expect(texts).toHaveLength(1);
    for (const part of ["1,500", "Term 2", shop.shortcode, request!.accountNumber])
      expect(texts[0]).toContain(part);
  });

  it("says that nothing was sent outside the service window", async () => {
    const shop = await newShop();
    await shop.closeWindow();
    expect(await shop.ask(100)).toMatchObject({ status: 200, body: { sent: "window_closed" } });
    expect(await shop.texts()).toEqual([]);
  });

  it("prompts the phone by a worker, and the thread's mark follows the state", async () => {
    const shop = await newShop();
    const first = await shop.ask(200, { way: "prompt" });
    expect(first).toMatchObject({ status: 200, body: { sent: null } });
    const [request] = await shop.all();
    expect(request).toMatchObject({ state: "prompted" });
    const mark = async () => (await requestsOfConversation(shop.org.ctx, shop.conversationId)).mark;
    const prompted = await mark();
    await platform.runJobs();
    await platform.answer(shop.phone, "accept");
    expect(await mark()).not.toBe(prompted);
    const { request: paid, prompts, payments } = await shop.read(idOf(first));
    expect(paid).toMatchObject({ state: "paid", paidCents: 20_000 });
    expect(prompts).toMatchObject([{ state: "paid", phone: shop.phone }]);
    expect(payments).toMatchObject([{ amountCents: 20_000, hereCents: 20_000 }]);
  });

  it("does not prompt twice within a second, and not the same phone for two requests", async () => {
    const shop = await newShop();
    const requestId = idOf(await shop.ask(200));
    const prompt = () =>
      shop.call("POST /payment-requests/:paymentRequestId/prompt", { paymentRequestId: requestId });
    const both = await Promise.all([prompt(), prompt()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await shop.ask(300, { way: "prompt" })).toMatchObject({
      status: 409,
      body: { code: "payment_request.prompt_open" },
    });
    expect(await shop.all()).toHaveLength(1);
  });

  it("does not prompt when a worker comes too late, or the till was removed", async () => {
    const shop = await newShop();
    const late = idOf(await shop.ask(200, { way: "prompt" }));
    platform.clock.advance(10 * 60_000);
    await platform.runJobs();
    expect(await shop.read(late)).toMatchObject({
      request: { state: "failed", resultCode: "not_sent" },
      prompts: [{ state: "failed" }],
    });
    const other = await newShop();
    const lost = idOf(await other.ask(200, { way: "prompt" }));
    await removeTill({ ctx: other.org.ctx, input: { tillId: other.tillId } });
    await platform.runJobs();
    expect(await other.read(lost)).toMatchObject({
      request: { state: "failed", resultCode: "till_removed" },
    });
  });

  it.each([0, -1, 0.5, 99.5, 1_000_000_000, "", "KES", "1e3", "1,5", "1.500,00", "0x10", "٣٠٠"])(
    "refuses the amount %s",
    async (amount) => {
      const shop = await newShop();
      expect(await shop.ask(amount)).toMatchObject({
        status: 400,
        body: { fields: { amount: expect.anything() } },
      });
      expect(await shop.all()).toEqual([]);
    },
  );

  it("refuses a till, contact, conversation or request of another organisation", async () => {
    const [shop, other] = [await newShop(), await newShop()];
    const requestId = idOf(await other.ask(100));
    const form = { amount: 100, reason: "Fees", way: "account", key: randomUUID() };
    const tried = [
      shop.ask(100, { tillId: other.tillId }),
      shop.ask(100, { conversationId: other.conversationId }),
      shop.call("POST /payment-requests", { ...form, contactId: other.contactId }),
      shop.call("POST /payment-requests/:paymentRequestId/prompt", { paymentRequestId: requestId }),
      shop.call("POST /payment-requests/:paymentRequestId/cancel", { paymentRequestId: requestId }),
      shop.call("GET /payment-requests/:paymentRequestId", { paymentRequestId: requestId }),
    ];
    for (const { status } of await Promise.all(tried)) expect(status).toBe(404);
    expect(await other.all()).toMatchObject([{ state: "requested" }]);
  });

  it.each(["Ada ya muhula wa 2", "رسوم الفصل", "学费 2026"])(
    "keeps a reason in any script: %s",
    async (reason) => {
      const shop = await newShop();
      const requestId = idOf(await shop.ask(100, { reason, way: "prompt" }));
      await platform.runJobs();
      await platform.answer(shop.phone, "accept");
      expect(await shop.read(requestId)).toMatchObject({ request: { reason, state: "paid" } });
      expect((await shop.texts()).at(-1)).toContain(reason);
    },
  );
});

describe("the end of a request", () => {
  it("is not the end of its money: what comes late pays it, and too much is shown", async () => {
    const shop = await newShop();
    const requestId = idOf(await shop.ask(500));
    const { request } = await shop.read(requestId);
    await shop.call("POST /payment-requests/:paymentRequestId/cancel", { paymentRequestId: requestId });
    await shop.pay(500, request.accountNumber);
    const [late] = await platform.services.db.withOrg(shop.orgId, (tx) =>
      tx.select().from(paymentRequests).where(eq(paymentRequests.id, requestId)),
    );
    expect(late).toMatchObject({ state: "cancelled", paidCents: 0 });
    const next = idOf(await shop.ask(300));
    await shop.pay(700, request.accountNumber);
    const { payments } = await shop.read(next);
    expect(payments).toMatchObject([{ amountCents: 70_000, allocatedCents: 30_000, hereCents: 30_000 }]);
  });

  it("expires by its day, and is reported to webhook endpoints", async () => {
    const shop = await newShop();
    await shop.call("POST /developer/webhooks", {
      url: "https://hooks.example.com/tarishi",
      events: ["payment.requested", "payment.paid", "payment.failed"],
    });
    const requestId = idOf(await shop.ask(100));
    platform.clock.advance(31 * dayMs);
    await expireRequests(platform.services);
    expect(await shop.read(requestId)).toMatchObject({ request: { state: "expired" } });
    const sent = await platform.services.db.withOrg(shop.orgId, (tx) =>
      tx
        .select()
        .from(outgoingEvents)
        .where(eq(outgoingEvents.subjectId, requestId))
        .orderBy(outgoingEvents.id),
    );
    expect(sent.map(({ type }) => type)).toEqual(["payment.requested", "payment.failed"]);
    expect(sent[1]!.data).toMatchObject({
      ...{ payment_request_id: requestId, status: "expired", method: "mpesa", amount_cents: 10_000 },
    });
  });
});

describe("a word about money", () => {
  it.each(["NAMBA", "nambari ya akaunti", "Account number", "numéro de compte"])(
    "is answered with the account number: %s",
    async (word) => {
      const shop = await newShop();
      const wamid = await shop.writes(word);
      await shop.writes(word, wamid);
      const texts = await shop.texts();
      expect(texts).toHaveLength(1);
      expect(texts[0]).toContain(shop.shortcode);
      expect(texts[0]).toMatch(/\d{7}[A-Z]/);
    },
  );

  it("SALIO is answered with what is open", async () => {
    const shop = await newShop();
    await shop.writes("Salio?");
    expect(await shop.texts()).toHaveLength(1);
    await shop.ask(1500);
    await shop.ask(250, { reason: "Bus" });
    await shop.writes("SALIO");
    const answer = (await shop.texts()).at(-1);
    for (const part of ["1,750", "Term 2", "1,500", "Bus", "250"]) expect(answer).toContain(part);
  });

  it("is not answered in a sentence, once it is switched off, or without a till", async () => {
    const shop = await newShop();
    await shop.writes("What is my account number please?");
    expect(await shop.texts()).toEqual([]);
    expect(await shop.call("PUT /payment-requests/settings", { answersWords: false })).toMatchObject({
      status: 200,
    });
    await shop.writes("NAMBA");
    expect(await shop.texts()).toEqual([]);
    await shop.call("PUT /payment-requests/settings", { answersWords: "on" });
    await removeTill({ ctx: shop.org.ctx, input: { tillId: shop.tillId } });
    await shop.writes("NAMBA");
    expect(await shop.texts()).toEqual([]);
  });
});
