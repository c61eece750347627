import { randomInt, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { runAutoTopUps } from "#app/domain/money/autoTopUp/run.server.ts";
import { pullPayments } from "#app/domain/money/payments/pull.server.ts";
import { receiveNotice } from "#app/domain/money/payments/receive.server.ts";
import { sweepPrompts } from "#app/domain/money/payments/sweep.server.ts";
import { createBilledOrg } from "#tests/support/billing.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import type { TestOrg } from "#tests/support/platform.ts";

const platform = setUpPaymentPlatform();
const newPhone = () => `+2547${randomInt(10_000_000, 89_999_999)}`;

async function sweepAfter(seconds: number) {
  platform.clock.advance(seconds * 1000);
  await sweepPrompts(platform.services);
}

const stateOf = async (org: TestOrg, paymentId: string) =>
  (await platform.call("GET /payments/:paymentId", { paymentId }, org)).payment.state;

const promptsOn = (phone: string) =>
  platform.company.state.prompts.filter(({ msisdn }) => `+${msisdn}` === phone).length;

/** The callback reports the newest prompt as paid, although the query says that it failed. */
async function callbackReportsPaid(paymentId: string, times = 1) {
  const { checkoutRequestId, amount, msisdn } = platform.company.state.prompts.at(-1)!;
  const receipt = `UKQ${randomInt(1_000_000, 9_999_999)}`;
  const Item = Object.entries({
    Amount: amount,
    MpesaReceiptNumber: receipt,
    PhoneNumber: Number(msisdn),
  }).map(([Name, Value]) => ({ Name, Value }));
  const stkCallback = {
    ...{ CheckoutRequestID: checkoutRequestId, ResultCode: 0, ResultDesc: "" },
    CallbackMetadata: { Item },
  };
  const notice = {
    kind: "prompt" as const,
    subjectId: paymentId,
    body: JSON.stringify({ Body: { stkCallback } }),
  };
  for (let time = 0; time < times; time += 1) await receiveNotice(platform.services, notice);
  await platform.runJobs();
}

describe("when the query reports failure and the callback payment a minute later", () => {
  it("automatic top-up and a second payer on that phone wait, and the money is credited once", async () => {
    const org = await platform.createOrg();
    const phone = newPhone();
    const settings = { isOn: "on", thresholdKes: "500", amountKes: "1000", dailyCapKes: "5000", phone };
    await platform.call("PUT /auto-top-up", settings as never, org);
    platform.fault("lost");
    await runAutoTopUps(platform.services);
    await platform.answer(phone, "refuse");
    await sweepAfter(21);
    const { payments } = await platform.call("GET /payments", {}, org);
    const paymentId = payments[0]!.id!;
    expect(await stateOf(org, paymentId)).toBe("unknown");
    await runAutoTopUps(platform.services);
    const byHand = { method: "mpesa" as const, amountKes: "1000", phone, key: randomUUID() };
    expect((await platform.request("POST /payments", byHand, org)).status).toBe(409);
    expect(promptsOn(phone)).toBe(1);
    await callbackReportsPaid(paymentId, 2);
    await sweepAfter(60);
    await runAutoTopUps(platform.services);
    expect(await stateOf(org, paymentId)).toBe("paid");
    expect(await platform.walletOf(org)).toBe(1000);
    expect(promptsOn(phone)).toBe(1);
    expect((await platform.call("GET /auto-top-up", {}, org)).autoTopUp).toMatchObject({
      isOn: true,
      isUnderWay: false,
      lastProblem: null,
    });
    await platform.services.db.system.query("delete from auto_top_ups");
    expect(await platform.broken()).toBeNull();
  });

  it("a second payer of the same invoice waits, and the invoice is paid once", async () => {
    const { org, invoiceId } = await createBilledOrg(platform);
    const pay = (phone: string) =>
      platform.request("POST /payments", { method: "mpesa", invoiceId, phone, key: randomUUID() }, org);
    const [first, second] = [newPhone(), newPhone()];
    platform.fault("lost");
    const { paymentId } = (await (await pay(first)).json()) as { paymentId: string };
    await platform.answer(first, "refuse");
    await sweepAfter(21);
    const refused = await pay(second);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "payment.prompt_open" });
    await callbackReportsPaid(paymentId);
    expect(await stateOf(org, paymentId)).toBe("paid");
    expect((await pay(second)).status).toBe(409);
    expect(promptsOn(second)).toBe(0);
    expect(await platform.walletOf(org)).toBe(0);
    expect(await platform.broken()).toBeNull();
  });
});

it("a failure is final at once by the callback, and by the query alone after five minutes", async () => {
  const org = await platform.createOrg();
  const start = async (phone: string) => {
    const input = { method: "mpesa" as const, amountKes: "1000", phone, key: randomUUID() };
    return (await platform.call("POST /payments", input, org)).paymentId;
  };
  const refusing = newPhone();
  const byCallback = await start(refusing);
  await platform.answer(refusing, "refuse");
  expect(await stateOf(org, byCallback)).toBe("failed");
  const phone = newPhone();
  platform.fault("lost");
  const paymentId = await start(phone);
  await platform.answer(phone, "refuse");
  for (const seconds of [21, 20, 30, 60]) {
    await sweepAfter(seconds);
    expect(await stateOf(org, paymentId)).toBe("unknown");
  }
  await sweepAfter(180);
  expect(await stateOf(org, paymentId)).toBe("failed");
  // After that it still counts, once.
  await callbackReportsPaid(paymentId, 2);
  await pullPayments(platform.services).catch(() => undefined);
  expect(await stateOf(org, paymentId)).toBe("paid");
  expect(await platform.walletOf(org)).toBe(1000);
});
