import { randomInt, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { loader as payInvoice } from "#app/routes/billing/payInvoice.tsx";
import { loader as payment } from "#app/routes/billing/payment.tsx";
import { loader as topUp } from "#app/routes/billing/topUp.tsx";
import { action as answerPrompt } from "#app/routes/handset/prompts.tsx";
import { createBilledOrg } from "#tests/support/billing.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { formRequest, openScreen, postForm } from "#tests/support/screens.ts";

const platform = setUpPaymentPlatform();
const newPhone = () => `+2547${randomInt(10_000_000, 89_999_999)}`;

async function prompted(org: TestOrg) {
  const phone = newPhone();
  const input = { method: "mpesa" as const, amountKes: "1000", phone, key: randomUUID() };
  const { paymentId } = await platform.call("POST /payments", input, org);
  return { phone, paymentId };
}

const shown = (org: TestOrg, paymentId: string) =>
  platform.call("GET /payments/:paymentId", { paymentId }, org);

/** The page's stream: resolves to the first event that is no heartbeat. */
async function follow(org: TestOrg, paymentId: string, since: string) {
  const response = await platform.request("GET /payments/:paymentId/events", { paymentId, since }, org);
  expect(response.status).toBe(200);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  async function next(): Promise<string> {
    for (;;) {
      const { value = "", done } = await reader.read();
      if (done || /^(event|id|data)/.test(value)) return value;
    }
  }
  return { next, leave: () => reader.cancel() };
}

describe("the page that waits for an M-Pesa prompt", () => {
  it("counts down from a minute, and no further than zero", async () => {
    const org = await platform.createOrg();
    const { paymentId } = await prompted(org);
    expect((await shown(org, paymentId)).promptSecondsLeft).toBe(60);
    platform.clock.advance(45_500);
    expect((await shown(org, paymentId)).promptSecondsLeft).toBe(15);
    platform.clock.advance(600_000);
    expect((await shown(org, paymentId)).promptSecondsLeft).toBe(0);
  });

  it.each(["accept", "refuse"] as const)("is notified of the result: %s", async (how) => {
    const org = await platform.createOrg();
    const { phone, paymentId } = await prompted(org);
    const { mark } = await shown(org, paymentId);
    const page = await follow(org, paymentId, mark);
    const [event] = await Promise.all([page.next(), platform.answer(phone, how)]);
    expect(event).toContain("data: changed");
    await page.leave();
    const { payment: result, promptSecondsLeft, balanceCents } = await shown(org, paymentId);
    expect(result.state).toBe(how === "accept" ? "paid" : "failed");
    expect(promptSecondsLeft).toBeNull();
    expect(balanceCents).toBe(how === "accept" ? 100_000 : null);
  });

  it("follows no payment of another organisation", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    const { paymentId } = await prompted(org);
    const path = "GET /payments/:paymentId/events";
    expect((await platform.request(path, { paymentId }, other)).status).toBe(404);
  });

  it("leads back to the page that needed the money", async () => {
    const org = await platform.createOrg();
    const { paymentId } = await prompted(org);
    const open = (from: string) =>
      openScreen<{ back: unknown }>(
        platform,
        payment,
        `/billing/payments/${paymentId}?${new URLSearchParams({ from })}`,
        org,
        { paymentId },
      );
    expect((await open("/chat")).back).toEqual({ to: "/chat", label: "Go back" });
    expect((await open("https://elsewhere.test/")).back).toBeNull();
  });
});

describe("trying again", () => {
  const wanted = async (org: TestOrg, query: Record<string, string>) => {
    const path = `/billing/top-up?${new URLSearchParams(query)}`;
    return (await openScreen<{ wanted: object }>(platform, topUp, path, org)).wanted;
  };

  it("keeps amount, method and phone", async () => {
    const org = await platform.createOrg();
    expect(await wanted(org, { amount: "2500", method: "mpesa", phone: "+254712345678" })).toEqual({
      ...{ kes: 2500, amount: "2500", ownAmount: "" },
      ...{ method: "mpesa", phone: "+254712345678" },
    });
    expect(await wanted(org, { amount: "1234", method: "card" })).toMatchObject({
      ...{ kes: 1234, amount: "own", ownAmount: "1234", method: "card" },
    });
  });

  it("ignores what is no amount, method or phone", async () => {
    const org = await platform.createOrg();
    for (const amount of ["0", "-1", "0.5", "1000000000", "<b>"])
      expect(await wanted(org, { amount, method: "cash", phone: "12" })).toEqual({
        ...{ kes: 1000, amount: "1000", ownAmount: "" },
        ...{ method: undefined, phone: undefined },
      });
  });

  it("keeps method and phone of an invoice", async () => {
    const { org, invoiceId } = await createBilledOrg(platform);
    const path = `/billing/invoices/${invoiceId}/pay?method=mpesa&phone=%2B254712345678`;
    const page = await openScreen<{ wanted: object }>(platform, payInvoice, path, org, { invoiceId });
    expect(page.wanted).toEqual({ kes: undefined, method: "mpesa", phone: "+254712345678" });
  });
});

describe("the test phone", () => {
  const answer = async (back: string) => {
    const org = await platform.createOrg();
    const form = { phone: "+254712345678", checkoutRequestId: "ws_CO_1", answer: "accept", back };
    const headers = { cookie: org.cookie, "sec-fetch-site": "same-origin" };
    const request = formRequest("/sandbox/prompts", form, headers);
    const { location } = await postForm(platform, answerPrompt, request, async () =>
      Response.json({ answered: true }),
    );
    return new URL(location!, "http://localhost").searchParams.get("back");
  };

  it("keeps the way back to the payment, and leads to no other site", async () => {
    const back = "/billing/payments/pay_1?from=%2Fchat";
    expect(await answer(back)).toBe(back);
    for (const other of ["https://elsewhere.test/", "//elsewhere.test", "/logout"])
      expect(await answer(other)).toBeNull();
  });
});
