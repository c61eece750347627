import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { systemClock } from "#app/platform/clock.ts";
import { allHandlers } from "#app/worker/all.server.ts";
import { startHeartbeat } from "#app/worker/heartbeat.server.ts";
import { createJobs } from "#app/worker/runner.server.ts";
import { startWorker } from "#app/worker/start.server.ts";
import { until } from "#tests/support/campaign.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { type Statement, watchStatements } from "#tests/support/statements.ts";

const platform = setUpPlatform({ darajaUrl: "http://127.0.0.1:9" });

/** A whole minute, since many jobs run once a minute. */
const seconds = 60;

/** How often each statement was made, the most frequent first. */
const byName = (statements: readonly Statement[]) =>
  [...Map.groupBy(statements, ({ name }) => name.replaceAll(/\s+/g, " ").trim().slice(0, 60))]
    .map(([name, all]) => `${all.length} ${name}`)
    .toSorted((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10));

it("a whole worker makes at most ten statements a second while nothing happens", async () => {
  const watched = watchStatements(() => true);
  const { log, db } = platform.services;
  const jobs = createJobs(db.url, { supervise: true, log });
  const services = { ...platform.services, clock: systemClock, jobs };
  await jobs.prepare(allHandlers);
  const heartbeat = await startHeartbeat(services);
  const worker = await startWorker(services, { jobs, processId: heartbeat.processId });
  try {
    await until(
      "it has started",
      async () => watched.statements.filter(({ at }) => performance.now() - at < 3000).length < 30,
      60_000,
    );
    const from = watched.statements.length;
    await setTimeout(seconds * 1000);
    const made = watched.statements.slice(from);
    expect(made.length / seconds, byName(made).join("\n")).toBeLessThanOrEqual(10);
  } finally {
    watched.stop();
    await heartbeat.stop();
    await worker.stop();
    await jobs.stop();
  }
}, 150_000);
