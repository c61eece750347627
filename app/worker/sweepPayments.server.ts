import { sweepReversals } from "#app/domain/money/corrections/reversePayment.server.ts";
import { isCheckDue } from "#app/domain/money/payments/due.server.ts";
import { sweepPayouts } from "#app/domain/money/payments/payoutB2c.server.ts";
import { sweepPrompts } from "#app/domain/money/payments/sweep.server.ts";
import type { Services } from "#app/platform/context.ts";
import { registerPaybill } from "./payments.server.ts";

const everyMs = 5000;

/** Queries payments without a response. Safe in any number of processes. */
export function startPaymentSweeper(services: Services): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let round = registerPaybill(services);
  const next = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      round = sweep(services).finally(next);
    }, everyMs);
  };
  void round.finally(next);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return round;
    },
  };
}

async function sweep(services: Services): Promise<void> {
  try {
    if (!services.daraja || !(await isCheckDue(services))) return;
    await sweepPrompts(services);
    await sweepPayouts(services);
    await sweepReversals(services);
  } catch (error) {
    services.log.warn({ err: error }, "payment sweep");
  }
}
