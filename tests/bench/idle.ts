import { statementCounts, statementsOfIdleWorker } from "#tests/support/idleWorker.ts";
import type { Ground } from "./ground.ts";
import { print } from "./measure.ts";

/** A worker's database queries while nothing happens: tests/request/platform/idle.test.ts has its budget. */
export async function benchIdle(ground: Ground, options: { seconds: number }): Promise<void> {
  const made = await statementsOfIdleWorker(ground.services, options.seconds);
  print({
    bench: "idle",
    seconds: options.seconds,
    perSecond: Math.round((made.length / options.seconds) * 10) / 10,
    mostFrequent: statementCounts(made).slice(0, 5),
  });
}
