import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { job } from "#app/platform/jobs.ts";
import { handler } from "#app/worker/handler.ts";
import { createJobs, type JobRunner } from "#app/worker/runner.server.ts";
import { until } from "#tests/support/campaign.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { watchStatements } from "#tests/support/statements.ts";

const platform = setUpPlatform();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A queue of one kind of job, and its run times. */
async function queueOf(name: string, run: (nth: number) => unknown = () => undefined, concurrency = 1) {
  const ranAt: number[] = [];
  const { log } = platform.services;
  const jobs: JobRunner = createJobs(platform.services.db.url, { supervise: true, log });
  ends.push(() => jobs.stop());
  const kind = handler(job({ name, payload: z.object({}), concurrency }), async () => {
    ranAt.push(performance.now());
    await run(ranAt.length);
  });
  await jobs.prepare([kind]);
  await jobs.work(platform.services, [kind]);
  const ran = (times: number, ms = 10_000) =>
    until(`it has run ${times} times`, async () => ranAt.length >= times, ms);
  return { jobs, kind, ranAt, ran };
}

/** Far below the sweep's 30 seconds. */
const soonMs = 15_000;

describe("a queue", () => {
  it("makes no query while no job is stored, and runs one at once", async () => {
    const watched = watchStatements((name) => name === "tarishi-jobs" || name === "tarishi-system-jobs");
    ends.push(watched.stop);
    const { jobs, kind, ran } = await queueOf("at-once", () => undefined, 4);
    await until("it rests", async () => performance.now() - watched.statements.at(-1)!.at > 1500, 20_000);
    const restsAt = performance.now();
    const from = watched.statements.length;
    await until("four seconds have passed", async () => performance.now() - restsAt > 4000);
    // pg-boss's own queries: its schedule queue, and whether it still listens.
    expect(watched.statements.length - from).toBeLessThanOrEqual(5);
    await jobs.enqueue(kind, {});
    await ran(1, soonMs);
  });

  it("runs jobs back to back, including those stored by a tenant", async () => {
    const { jobs, kind, ran } = await queueOf("one-by-one");
    const { orgId } = await platform.createOrg();
    await platform.services.db.withOrg(orgId, async (tx) => {
      for (let count = 0; count < 5; count += 1) await jobs.enqueue(kind, {}, { tx });
    });
    await ran(5, soonMs);
  });

  it.each([100, 2500])("that only listens runs a job due in %d ms at that time", async (dueInMs) => {
    const { jobs, kind, ranAt, ran } = await queueOf(`later-${dueInMs}`);
    const enqueuedAt = performance.now();
    await jobs.enqueue(kind, {}, { startAfter: new Date(Date.now() + dueInMs) });
    await ran(1, dueInMs + soonMs);
    expect(ranAt[0]! - enqueuedAt).toBeGreaterThan(dueInMs * 0.9);
  });

  it("retries a failed job at its time", async () => {
    const { jobs, kind, ranAt, ran } = await queueOf("fails-once", (nth) => {
      if (nth === 1) throw new Error("away");
    });
    await jobs.enqueue(kind, {});
    // Five to ten seconds later.
    await ran(2, 10_000 + soonMs);
    expect(ranAt[1]! - ranAt[0]!).toBeGreaterThan(4500);
  });

  it("runs a job that was stored without a notification", async () => {
    const { kind, jobs, ran } = await queueOf("untold");
    await jobs.enqueue(kind, {});
    await ran(1);
    await platform.services.db.owner.query(
      "insert into pgboss.job_common (name, data) values ('untold', '{}')",
    );
    await ran(2, 45_000);
  });
});

describe("jobs of one key", () => {
  it("requested within a second share one, and no request is lost", async () => {
    const { jobs, kind, ranAt, ran } = await queueOf("keyed", () => undefined, 2);
    await jobs.enqueue(kind, {}, { key: "a" });
    await ran(1);
    // The first may have run already, so later changes are not in it.
    const beganAt = performance.now();
    await Promise.all(Array.from({ length: 20 }, () => jobs.enqueue(kind, {}, { key: "a" })));
    const startedAt = performance.now();
    const seconds = Math.ceil((startedAt - beganAt) / 1000);
    await until("one begins after the requests", async () => ranAt.some((at) => at > startedAt), 30_000);
    await until("two seconds have passed", async () => performance.now() - startedAt > 2000);
    // The first, one per second that the requests touched, and one of the next.
    expect(ranAt.length).toBeLessThanOrEqual(seconds + 3);
  });
});
