import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { releaseExpired } from "#app/domain/messaging/campaigns/releaseExpired.server.ts";
import { claimDueSms } from "#app/domain/messaging/smsSender/claim.server.ts";
import { setUpSmsPlatform } from "#tests/support/sms.ts";

const platform = setUpSmsPlatform();
const phone = "+254700000001";
const seconds = (count: number) => platform.clock.advance(count * 1000);
/** The nightly release, when WhatsApp can deliver no longer. */
const releaseLater = () => {
  const now = new Date(platform.clock.now().getTime() + 32 * 86_400_000);
  return releaseExpired({ ...platform.services, clock: { now: () => now } });
};

describe("an SMS that follows a message", () => {
  it("is not sent when WhatsApp delivers in time, and the message alone is paid", async () => {
    platform.simulator.reset();
    const shop = await platform.newShop();
    const messageId = await shop.send();
    await shop.report(messageId, "delivered");
    seconds(11);
    expect(await platform.sendDue()).toBe(0);
    expect(await shop.sms(messageId)).toMatchObject({ state: "skipped", reason: "whatsapp" });
    expect(await shop.money()).toEqual({ wallet: 800, held: 0 });
  });

  it("is sent once when WhatsApp is late, and is paid in place of the message", async () => {
    const { shop, messageId } = await platform.overdue();
    expect(await shop.money()).toEqual({ wallet: 800, held: 200 });
    expect(await platform.sendDue()).toBe(1);
    expect(await platform.sendDue()).toBe(0);
    expect(platform.textsTo(phone)).toMatchObject([{ text: "Your order is ready.", parts: 1 }]);
    expect(await shop.sms(messageId)).toMatchObject({ state: "delivered", costCents: 80 });
    expect(await shop.money()).toEqual({ wallet: 850, held: 0 });
  });

  it("waits from the moment WhatsApp accepted the message", async () => {
    platform.simulator.reset();
    const shop = await platform.newShop();
    const messageId = await shop.send();
    seconds(8);
    await shop.report(messageId, "sent");
    seconds(4);
    expect(await platform.sendDue()).toBe(0);
    seconds(7);
    expect(await platform.sendDue()).toBe(1);
  });

  it("is sent at once when WhatsApp fails", async () => {
    platform.simulator.reset();
    const shop = await platform.newShop();
    const messageId = await shop.send();
    await shop.report(messageId, "failed");
    expect(await shop.money()).toEqual({ wallet: 800, held: 200 });
    expect(await platform.sendDue()).toBe(1);
    expect(await shop.money()).toEqual({ wallet: 850, held: 0 });
  });

  it("is not sent against the person's wish or Meta's limits for marketing", async () => {
    platform.simulator.reset();
    const shop = await platform.newShop();
    const messageId = await shop.send();
    await shop.report(messageId, "failed", 131049);
    expect(await platform.sendDue()).toBe(0);
    expect(await shop.sms(messageId)).toMatchObject({ state: "skipped", reason: "not_allowed" });
    expect(await shop.money()).toEqual({ wallet: 1000, held: 0 });
  });

  it("takes the place of a message that no sender has claimed yet", async () => {
    platform.simulator.reset();
    const shop = await platform.newShop();
    const messageId = await shop.send();
    seconds(11);
    expect(await platform.sendDue()).toBe(1);
    expect(await shop.message(messageId)).toMatchObject({ state: "cancelled", fallback: "sms" });
    expect(await shop.money()).toEqual({ wallet: 850, held: 0 });
  });

  it("shows a late delivery by WhatsApp, which costs nothing more", async () => {
    const { shop, messageId } = await platform.overdue();
    await platform.sendDue();
    await shop.report(messageId, "delivered");
    expect(await shop.money()).toEqual({ wallet: 850, held: 0 });
    expect(await shop.thread()).toMatchObject([
      { status: "delivered", sms: expect.stringContaining("you paid for the SMS only") },
    ]);
  });
});

describe("the money of an SMS", () => {
  it("is held with the message, up to the dearer of both", async () => {
    platform.simulator.reset();
    const shop = await platform.newShop({ text: "x".repeat(400) });
    const messageId = await shop.send();
    expect(await shop.money()).toEqual({ wallet: 550, held: 450 });
    await shop.report(messageId, "delivered");
    expect(await shop.money()).toEqual({ wallet: 800, held: 0 });
  });

  it("does not keep a message back: without enough of it, none follows", async () => {
    platform.simulator.reset();
    const shop = await platform.newShop({ kes: 3, text: "x".repeat(400) });
    const messageId = await shop.send();
    expect(await shop.sms(messageId)).toMatchObject({ state: "skipped", reason: "no_money" });
    expect(await shop.money()).toEqual({ wallet: 100, held: 200 });
  });

  it("is not spent on a text above the maximum", async () => {
    platform.simulator.reset();
    const shop = await platform.newShop({ text: "x".repeat(400), maxKes: 4 });
    const messageId = await shop.send();
    expect(await shop.sms(messageId)).toMatchObject({ state: "skipped", reason: "too_expensive" });
  });

  it("returns when the service refuses the number, and WhatsApp may still deliver and be paid", async () => {
    const { shop, messageId } = await platform.overdue();
    platform.fault("refuse", { code: 403 });
    await platform.sendDue();
    expect(await shop.sms(messageId)).toMatchObject({ state: "failed", reason: "number" });
    expect(await shop.money()).toEqual({ wallet: 800, held: 200 });
    await shop.report(messageId, "delivered");
    expect(await shop.money()).toEqual({ wallet: 800, held: 0 });
  });

  it("is not charged when the answer was lost, and the SMS is never repeated", async () => {
    const { shop, messageId } = await platform.overdue();
    platform.fault("drop-answer");
    await platform.sendDue();
    seconds(3600);
    await platform.sendDue();
    expect(platform.textsTo(phone)).toHaveLength(1);
    expect(await shop.sms(messageId)).toMatchObject({ state: "unknown" });
    await shop.report(messageId, "failed");
    expect(await shop.money()).toEqual({ wallet: 1000, held: 0 });
  });

  it("is released after 31 days, when neither WhatsApp nor the SMS service reported", async () => {
    const { shop } = await platform.overdue();
    platform.fault("drop-answer");
    await platform.sendDue();
    await releaseExpired(platform.services);
    expect(await shop.money()).toEqual({ wallet: 800, held: 200 });
    await releaseLater();
    expect(await shop.money()).toEqual({ wallet: 1000, held: 0 });
  });

  it("is decided once when the process dies during the call", async () => {
    const { shop, messageId } = await platform.overdue();
    expect(await claimDueSms(platform.services, 10, "single")).toHaveLength(1);
    seconds(61);
    expect(await platform.sendDue()).toBe(0);
    expect(await shop.sms(messageId)).toMatchObject({ state: "unknown", dueAt: null });
    expect(await platform.sendDue()).toBe(0);
  });

  it("retries a call that did not arrive", async () => {
    const { shop, messageId } = await platform.overdue();
    platform.fault("busy");
    await platform.sendDue();
    expect(await shop.sms(messageId)).toMatchObject({ state: "waiting", tries: 1 });
    seconds(2);
    await platform.sendDue();
    expect(await shop.sms(messageId)).toMatchObject({ state: "delivered", tries: 2 });
    expect(await shop.money()).toEqual({ wallet: 850, held: 0 });
  });

  it("costs the organisation nothing with an account of its own", async () => {
    const account = { account: "own", username: "duka", apiKey: "test-sms-key-duka", senderName: "DUKA" };
    const { shop } = await platform.overdue({ account });
    await platform.sendDue();
    expect(platform.textsTo(phone)).toMatchObject([{ username: "duka", from: "DUKA" }]);
    expect(await shop.money()).toEqual({ wallet: 1000, held: 0 });
  });

  it("is charged at most once and never held for ever, whatever happens in whatever order", async () => {
    const step = fc.constantFrom(
      ...(["sent", "delivered", "read", "failed", "due", "busy", "refuse", "drop-answer", "died"] as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), async (steps) => {
        platform.simulator.reset();
        const shop = await platform.newShop();
        const messageId = await shop.send();
        for (const one of steps) {
          seconds(11);
          if (one === "due") await platform.sendDue();
          else if (one === "died") await claimDueSms(platform.services, 10, "single");
          else if (one === "busy" || one === "refuse" || one === "drop-answer") {
            platform.fault(one, { code: 403 });
            await platform.sendDue();
          } else await shop.report(messageId, one);
        }
        seconds(3600);
        await platform.sendDue();
        await platform.sendDue();
        const { wallet, held } = await shop.money();
        const { state, deliveredAt } = await shop.message(messageId);
        const sms = await shop.sms(messageId);
        const isPaidBySms = ["sent", "unconfirmed", "delivered"].includes(sms.state);
        const spent = 1000 - wallet - held;
        expect([0, 150, 200]).toContain(spent);
        expect(spent === 150).toBe(isPaidBySms);
        expect(spent === 200).toBe(!isPaidBySms && deliveredAt !== null);
        if (spent > 0 || state === "failed" || state === "cancelled") expect(held).toBe(0);
        expect(platform.textsTo(phone).length).toBeLessThanOrEqual(1);
        await releaseLater();
        expect(await shop.money()).toEqual({ wallet: 1000 - spent, held: 0 });
      }),
      { numRuns: 40 },
    );
    expect(await platform.broken()).toBeNull();
  });
});
