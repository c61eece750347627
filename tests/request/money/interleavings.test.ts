import { randomInt, randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { applyNotices } from "#app/domain/money/payments/apply.server.ts";
import { pullPayments } from "#app/domain/money/payments/pull.server.ts";
import { receiveNotice } from "#app/domain/money/payments/receive.server.ts";
import { sweepPrompts } from "#app/domain/money/payments/sweep.server.ts";
import { registerPaybill } from "#app/worker/payments.server.ts";
import { answerPrompt } from "#simulators/mpesa/prompts.ts";
import type { Scenario } from "#simulators/mpesa/results.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";

const platform = setUpPaymentPlatform();

const steps = fc.array(
  fc.constantFrom("jobs", "sweep", "pull", "replay", "forge", "late failure", "together"),
  { minLength: 1, maxLength: 8 },
);
const faults = fc.constantFrom<Scenario | undefined>(
  undefined,
  "lost",
  "double",
  "forged",
  "before-ack",
  "drop-answer",
  "http500",
);

it("a payment is credited exactly once, however lost, late, repeated, forged or reordered", async () => {
  const { services, company } = platform;
  await registerPaybill(services);
  await fc.assert(
    fc.asyncProperty(faults, steps, fc.integer({ min: 10, max: 5000 }), async (fault, order, amountKes) => {
      const org = await platform.createOrg();
      const phone = `+2547${randomInt(10_000_000, 89_999_999)}`;
      if (fault) platform.fault(fault);
      const input = { method: "mpesa" as const, amountKes: String(amountKes), phone, key: randomUUID() };
      const { paymentId } = await platform.call("POST /payments", input, org);
      const prompt = company.state.prompts.at(-1)!;
      answerPrompt(company, prompt.checkoutRequestId, "accept");
      await company.settled();
      const noticeOf = (over: {
        code?: number;
        checkoutRequestId?: string;
        amount?: number;
        receipt?: string;
      }) => ({
        kind: "prompt" as const,
        subjectId: paymentId,
        body: JSON.stringify({
          Body: {
            stkCallback: {
              CheckoutRequestID: over.checkoutRequestId ?? prompt.checkoutRequestId,
              ResultCode: over.code ?? 0,
              ResultDesc: "",
              CallbackMetadata: {
                Item: [
                  { Name: "Amount", Value: over.amount ?? amountKes },
                  { Name: "MpesaReceiptNumber", Value: over.receipt ?? prompt.receipt },
                  { Name: "PhoneNumber", Value: Number(phone.slice(1)) },
                ],
              },
            },
          },
        }),
      });
      const deeds: Record<string, () => Promise<unknown>> = {
        jobs: () => platform.runJobs(),
        async sweep() {
          platform.clock.advance(25_000);
          await sweepPrompts(services);
        },
        pull: () => pullPayments(services),
        replay: () => receiveNotice(services, noticeOf({})),
        forge: () => receiveNotice(services, noticeOf({ amount: amountKes + 1, receipt: "FORGED0001" })),
        "late failure": () => receiveNotice(services, noticeOf({ code: 1032 })),
        async together() {
          await Promise.all([1, 2, 3].map(() => receiveNotice(services, noticeOf({}))));
          await Promise.all([
            ...[1, 2, 3].map(() => applyNotices(services)),
            sweepPrompts(services),
            pullPayments(services),
          ]);
        },
      };
      for (const step of order) await deeds[step]!();
      // Afterwards everything stored is applied, and the hourly pull has run.
      await platform.runJobs();
      await pullPayments(services);
      const { payment } = await platform.call("GET /payments/:paymentId", { paymentId }, org);
      expect(payment).toMatchObject({ state: "paid", receipt: prompt.receipt });
      expect(await platform.walletOf(org)).toBe(amountKes);
      expect(await platform.broken()).toBeNull();
    }),
    { numRuns: 25 },
  );
});
