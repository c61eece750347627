import { setTimeout } from "node:timers/promises";
import type { Services } from "#app/platform/context.ts";
import { systemClock } from "#app/platform/time/clock.ts";
import { allHandlers } from "#app/worker/all.server.ts";
import { createJobs } from "#app/worker/runner.server.ts";
import { startWorker } from "#app/worker/start.server.ts";
import { until } from "./campaign.ts";
import { type Statement, watchStatements } from "./statements.ts";

/** The number of executions of each statement, most frequent first. */
export const statementCounts = (statements: readonly Statement[]) =>
  [...Map.groupBy(statements, ({ name }) => name.replaceAll(/\s+/g, " ").trim().slice(0, 60))]
    .map(([name, all]) => `${all.length} ${name}`)
    .toSorted((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10));

/** The statements of an idle worker within some seconds, after its start. */
export async function statementsOfIdleWorker(
  platform: Pick<
    Services,
    "config" | "db" | "log" | "graph" | "mpesa" | "daraja" | "cards" | "etims" | "sms"
  >,
  seconds: number,
): Promise<Statement[]> {
  const watched = watchStatements(() => true);
  const { log, db } = platform;
  const jobs = createJobs(db.url, { supervise: true, log });
  const services = { ...platform, clock: systemClock, jobs };
  await jobs.prepare(allHandlers);
  const worker = await startWorker(services, jobs);
  try {
    await until(
      "it has started",
      async () => watched.statements.filter(({ at }) => performance.now() - at < 3000).length < 30,
      60_000,
    );
    const from = watched.statements.length;
    await setTimeout(seconds * 1000);
    return watched.statements.slice(from);
  } finally {
    watched.stop();
    await worker.stop();
    await jobs.stop();
  }
}
