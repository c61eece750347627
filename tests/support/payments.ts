import { getWallet } from "#app/domain/money/ledger/queries.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { parseConfig } from "#app/platform/config/config.server.ts";
import { simulatorOptions } from "#app/providers/mpesa/sandbox.server.ts";
import { wallClock } from "#simulators/kit/clock.ts";
import { answerPrompt } from "#simulators/mpesa/prompts.ts";
import type { Answer, Scenario } from "#simulators/mpesa/results.ts";
import { startDarajaSimulator } from "#simulators/mpesa/server.ts";
import { createTestPlatform, type TestOrg } from "./platform.ts";
import { startReachable } from "./reachable.ts";
import { setUp } from "./setUp.ts";

const minuteMs = 60_000;

/** A platform and a phone company that can reach each other, on the same clock. */
export async function createPaymentPlatform({
  etimsUrl,
  env = {},
}: {
  etimsUrl?: string;
  env?: Record<string, string>;
} = {}) {
  const reachable = await startReachable();
  let now = () => Date.now();
  const { daraja } = parseConfig({});
  const company = await startDarajaSimulator({
    ...simulatorOptions(daraja!),
    port: 0,
    answerMs: 0,
    promptMs: 60 * minuteMs,
    lateMs: 60 * minuteMs,
    clock: { ...wallClock, now: () => now() },
  });
  const platform = await createTestPlatform({
    darajaUrl: company.url,
    ...(etimsUrl === undefined ? {} : { etimsUrl }),
    env: { PORT: String(reachable.port), ...env },
  });
  reachable.serve(platform.api.fetch);
  now = () => platform.clock.now().getTime();
  const { simulator } = company;

  return {
    ...platform,
    company: simulator,
    companyUrl: company.url,
    /** The fault of the next prompt or payment. */
    fault: (scenario: Scenario, count = 1) => simulator.state.faults.push({ scenario, count }),
    /** The payer responds to the newest prompt; the report is stored, and applied. */
    async answer(phone: string, how: Answer) {
      const prompt = simulator.state.prompts.findLast((one) => `+${one.msisdn}` === phone);
      if (!prompt) throw new Error(`no prompt is on ${phone}`);
      answerPrompt(simulator, prompt.checkoutRequestId, how);
      await simulator.settled();
      await platform.runJobs();
      return prompt;
    },
    walletOf: async (org: TestOrg) => (await getWallet(org.ctx)).balanceCents / 100,
    broken: async () => (await verifyLedger(platform.services)).broken,
    async close() {
      await company.close();
      await reachable.close();
      await platform.close();
    },
  };
}

export type PaymentPlatform = Awaited<ReturnType<typeof createPaymentPlatform>>;

export const setUpPaymentPlatform = (): PaymentPlatform =>
  setUp(createPaymentPlatform, (platform) => platform.close());
