import { randomInt, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { callbackUrl } from "#app/domain/money/mpesa/addresses.server.ts";
import { sweepPrompts } from "#app/domain/money/payments/sweep.server.ts";
import { hookPath } from "#app/platform/secrets/paymentsHook.ts";
import type { Answer } from "#simulators/mpesa/results.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import type { TestOrg } from "#tests/support/platform.ts";

const platform = setUpPaymentPlatform();
const newPhone = () => `+2547${randomInt(10_000_000, 89_999_999)}`;

async function topUp(org: TestOrg, phone: string, amountKes: number | string = 1000) {
  const input = { method: "mpesa" as const, amountKes: String(amountKes), phone, key: randomUUID() };
  const { paymentId } = await platform.call("POST /payments", input, org);
  return paymentId;
}

const stateOf = async (org: TestOrg, paymentId: string) =>
  (await platform.call("GET /payments/:paymentId", { paymentId }, org)).payment.state;

async function post(url: string, body: unknown) {
  const { pathname } = new URL(url);
  const answer = await platform.api.fetch(
    new Request(`http://localhost:4000${pathname}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
  await platform.runJobs();
  return answer.status;
}

const callbackOf = (over: {
  checkoutRequestId: string;
  resultCode?: number;
  amount?: number;
  phone?: string;
  receipt?: string;
}) => ({
  Body: {
    stkCallback: {
      MerchantRequestID: "1",
      CheckoutRequestID: over.checkoutRequestId,
      ResultCode: over.resultCode ?? 0,
      ResultDesc: "…",
      ...(over.resultCode
        ? {}
        : {
            CallbackMetadata: {
              Item: [
                { Name: "Amount", Value: over.amount ?? 1000 },
                { Name: "MpesaReceiptNumber", Value: over.receipt ?? "UKL7RT61SV" },
                { Name: "Balance" },
                { Name: "PhoneNumber", Value: Number(over.phone?.slice(1)) },
              ],
            },
          }),
    },
  },
});

describe("a top-up by M-Pesa", () => {
  it("is credited once the payer enters the PIN, with its receipt", async () => {
    const [org, phone] = [await platform.createOrg(), newPhone()];
    const paymentId = await topUp(org, phone, 2500);
    expect(await stateOf(org, paymentId)).toBe("pending");
    expect(await platform.walletOf(org)).toBe(0);
    const prompt = await platform.answer(phone, "accept");
    const { payment, words } = await platform.call("GET /payments/:paymentId", { paymentId }, org);
    expect(payment).toMatchObject({ state: "paid", receipt: prompt.receipt, amountCents: 250_000 });
    expect(words.title).toBe("Paid");
    expect(await platform.walletOf(org)).toBe(2500);
    expect(await platform.broken()).toBeNull();
  });

  it.each<[Answer, string]>([
    ["refuse", "The payment was cancelled on the phone"],
    ["timeout", "The phone did not respond"],
    ["wrong-pin", "Wrong PIN"],
  ])("that ends with “%s” credits nothing and says what to do", async (answer, title) => {
    const [org, phone] = [await platform.createOrg(), newPhone()];
    const paymentId = await topUp(org, phone);
    await platform.answer(phone, answer);
    const { payment, words } = await platform.call("GET /payments/:paymentId", { paymentId }, org);
    expect(payment.state).toBe("failed");
    expect(words).toMatchObject({ title, mayRetry: true });
    expect(await platform.walletOf(org)).toBe(0);
  });

  it("says so when the phone's balance is too low", async () => {
    const [org, phone] = [await platform.createOrg(), newPhone()];
    platform.company.state.customers[phone.slice(1)] = 10;
    const paymentId = await topUp(org, phone);
    await platform.answer(phone, "accept");
    const { words } = await platform.call("GET /payments/:paymentId", { paymentId }, org);
    expect(words.title).toBe("Not enough money in the M-Pesa account");
  });

  it.each(["-1000", "0", "9", "10.5", "1e3", "250001", "", "ten", "0x10", "99999999999999"])(
    "of “%s” is refused",
    async (amountKes) => {
      const org = await platform.createOrg();
      const input = { method: "mpesa" as const, amountKes, phone: newPhone(), key: randomUUID() };
      expect((await platform.request("POST /payments", input, org)).status).toBe(400);
    },
  );

  it.each(["0712", "+14155550100", "0202345678", "not a phone", ""])(
    "from “%s” is refused",
    async (phone) => {
      const org = await platform.createOrg();
      const input = { method: "mpesa" as const, amountKes: "1000", phone, key: randomUUID() };
      expect((await platform.request("POST /payments", input, org)).status).toBe(400);
    },
  );

  it("prompts a phone once at a time, and the same form once", async () => {
    const [org, phone] = [await platform.createOrg(), newPhone()];
    const input = { method: "mpesa" as const, amountKes: "1000", phone, key: randomUUID() };
    const first = await platform.call("POST /payments", input, org);
    expect(await platform.call("POST /payments", input, org)).toEqual(first);
    const second = await platform.request("POST /payments", { ...input, key: randomUUID() }, org);
    expect(second.status).toBe(409);
    await platform.answer(phone, "refuse");
    await topUp(org, phone);
  });
});

describe("when M-Pesa is unreliable", () => {
  it("finds a payment whose callback was lost", async () => {
    const [org, phone] = [await platform.createOrg(), newPhone()];
    platform.fault("lost");
    const paymentId = await topUp(org, phone);
    await platform.answer(phone, "accept");
    expect(await stateOf(org, paymentId)).toBe("pending");
    platform.clock.advance(21_000);
    await sweepPrompts(platform.services);
    expect(await stateOf(org, paymentId)).toBe("paid");
    expect(await platform.walletOf(org)).toBe(1000);
  });

  it("waits while it is processed, and expires; a late success still counts", async () => {
    const [org, phone] = [await platform.createOrg(), newPhone()];
    const paymentId = await topUp(org, phone);
    for (const seconds of [21, 15, 30, 60]) {
      platform.clock.advance(seconds * 1000);
      await sweepPrompts(platform.services);
      expect(await stateOf(org, paymentId)).toBe("pending");
    }
    platform.clock.advance(1800_000);
    await sweepPrompts(platform.services);
    expect(await stateOf(org, paymentId)).toBe("expired");
    await platform.answer(phone, "accept");
    expect(await stateOf(org, paymentId)).toBe("paid");
    expect(await platform.walletOf(org)).toBe(1000);
  });

  it.each(["drop-answer", "http500"] as const)(
    "is unknown at first (%s), and credited by the callback",
    async (fault) => {
      const [org, phone] = [await platform.createOrg(), newPhone()];
      platform.fault(fault);
      const paymentId = await topUp(org, phone);
      expect(await stateOf(org, paymentId)).toBe("unknown");
      await platform.answer(phone, "accept");
      expect(await stateOf(org, paymentId)).toBe("paid");
      expect(await platform.walletOf(org)).toBe(1000);
    },
  );

  it.each(["double", "forged", "before-ack", "no-balance-value"] as const)(
    "credits once (%s)",
    async (fault) => {
      const [org, phone] = [await platform.createOrg(), newPhone()];
      platform.fault(fault);
      const paymentId = await topUp(org, phone);
      await platform.answer(phone, "accept");
      expect(await stateOf(org, paymentId)).toBe("paid");
      expect(await platform.walletOf(org)).toBe(1000);
    },
  );

  it.each(["other-amount", "other-phone"] as const)("credits no unverified payment (%s)", async (fault) => {
    const [org, phone] = [await platform.createOrg(), newPhone()];
    platform.fault(fault);
    const paymentId = await topUp(org, phone);
    await platform.answer(phone, "accept");
    expect(await stateOf(org, paymentId)).toBe("unknown");
    expect(await platform.walletOf(org)).toBe(0);
  });

  it("says at once that it is busy", async () => {
    const [org, phone] = [await platform.createOrg(), newPhone()];
    platform.fault("spike");
    expect(await stateOf(org, await topUp(org, phone))).toBe("failed");
  });
});

describe("the callback endpoint", () => {
  it("has no word in its address that Daraja refuses", () => {
    const url = callbackUrl(platform.services.config, "prompts", "pay_1");
    expect(url).not.toMatch(/mpesa|safaricom|exec?|cmd|sql|query/i);
  });

  it("is not found without its secret and the token of the request", async () => {
    const [org, phone] = [await platform.createOrg(), newPhone()];
    const paymentId = await topUp(org, phone);
    const good = callbackUrl(platform.services.config, "prompts", paymentId);
    const { checkoutRequestId } = platform.company.state.prompts.at(-1)!;
    const body = callbackOf({ checkoutRequestId, phone });
    expect(await post(good.replace(hookPath(platform.services.config), "guessed"), body)).toBe(404);
    expect(await post(good.slice(0, -4), body)).toBe(404);
    expect(await post(good.replace(paymentId, "pay_other"), body)).toBe(404);
    expect(await post(good, "no json")).toBe(400);
    expect(await platform.walletOf(org)).toBe(0);
  });

  it("accepts no other request, amount, phone or replay for a payment", async () => {
    const [org, phone] = [await platform.createOrg(), newPhone()];
    const paymentId = await topUp(org, phone);
    const url = callbackUrl(platform.services.config, "prompts", paymentId);
    const { checkoutRequestId } = platform.company.state.prompts.at(-1)!;
    const fits = { checkoutRequestId, phone, receipt: "UKL0AB12CD" };
    for (const wrong of [
      { ...fits, checkoutRequestId: "ws_CO_unknown" },
      { ...fits, amount: 999_999 },
      { ...fits, amount: -1000 },
      { ...fits, phone: "+254799999999" },
    ])
      expect(await post(url, callbackOf(wrong))).toBe(200);
    expect(await platform.walletOf(org)).toBe(0);
    for (let times = 0; times < 3; times += 1) await post(url, callbackOf(fits));
    await post(url, callbackOf({ ...fits, resultCode: 1032 }));
    expect(await stateOf(org, paymentId)).toBe("paid");
    expect(await platform.walletOf(org)).toBe(1000);
  });

  it("credits a receipt once, even for two payments", async () => {
    const org = await platform.createOrg();
    for (const phone of [newPhone(), newPhone()]) {
      const paymentId = await topUp(org, phone);
      const { checkoutRequestId } = platform.company.state.prompts.at(-1)!;
      const url = callbackUrl(platform.services.config, "prompts", paymentId);
      await post(url, callbackOf({ checkoutRequestId, phone, receipt: "UKLSAME001" }));
    }
    expect(await platform.walletOf(org)).toBe(1000);
  });
});
