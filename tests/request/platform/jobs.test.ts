import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { expect, it } from "vitest";
import { z } from "zod";
import { job } from "#app/platform/jobs.ts";
import { allHandlers } from "#app/worker/all.server.ts";
import { handler } from "#app/worker/handler.ts";
import { prepareQueues } from "#app/worker/queues.server.ts";
import { createJobs } from "#app/worker/runner.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform();
const jobs = setUp(
  async () => createJobs(platform.services.db.url, { supervise: false, log: platform.services.log }),
  (runner) => runner.stop(),
);

it("a failed job keeps its error in the row, and not the data that it worked on", async () => {
  const saveName = handler(job({ name: "save-name", payload: z.object({}), retryLimit: 0 }), ({ db }) =>
    db.withSystem(async (tx) => {
      const values = sql`(${"org_a"}, ${"Njeri Wanjiru"})`;
      await tx.execute(sql`insert into organisations (id, name) values ${values}, ${values}`);
    }),
  );
  await jobs.prepare([saveName]);
  await jobs.work(platform.services, [saveName]);
  await jobs.enqueue(saveName, {});
  const failed = async () => {
    const { rows } = await platform.services.db.owner.query<{ output: string }>(
      "select output::text from pgboss.job where name = 'save-name' and state = 'failed'",
    );
    return rows[0]?.output;
  };
  await expect.poll(failed).toContain("organisations_pkey");
  expect(await failed()).toContain("23505");
  expect(await failed()).not.toMatch(/Njeri|org_a/);
});

it("an existing queue adopts its job's new retry settings", async () => {
  const retried = (retryLimit: number) => job({ name: "retried", payload: z.object({}), retryLimit });
  for (const limit of [3, 30]) await jobs.prepare([retried(limit)]);
  const { rows } = await platform.services.db.owner.query(
    "select retry_limit, retry_delay_max from pgboss.queue where name = 'retried'",
  );
  expect(rows).toEqual([{ retry_limit: 30, retry_delay_max: 3600 }]);
});

it("a job that is no longer scheduled is not run by the clock after the next start", async () => {
  const by = (name: string, every?: string) =>
    handler(job({ name, payload: z.object({}), ...(every && { every }) }), async () => undefined);
  const scheduled = async () => {
    const { rows } = await platform.services.db.owner.query<{ name: string }>(
      "select name from pgboss.schedule order by 1",
    );
    return rows.map(({ name }) => name);
  };
  const before = [by("each-year", "0 0 1 1 *"), by("each-month", "0 0 1 * *")];
  await jobs.prepare(before);
  await jobs.work(platform.services, before);
  expect(await scheduled()).toEqual(["each-month", "each-year"]);
  await jobs.work(platform.services, [by("each-year", "0 0 1 1 *"), by("each-month")]);
  expect(await scheduled()).toEqual(["each-year"]);
});

it("all queues are created in one statement, and only read at the next start", async () => {
  const { owner } = platform.services.db;
  await owner.query("delete from pgboss.job; delete from pgboss.queue");
  let writes = 0;
  const boss = new PgBoss({
    supervise: false,
    schedule: false,
    db: {
      executeSql(text: string, values?: unknown[]) {
        if (/create_queue|UPDATE pgboss\.queue/i.test(text)) writes++;
        return owner.query(text, values ?? []);
      },
    },
  });
  boss.on("error", () => undefined);
  await boss.start();
  const writesFor = async (jobs: readonly (typeof allHandlers)[number][]) => {
    const before = writes;
    await prepareQueues(boss, jobs);
    return writes - before;
  };
  expect(await writesFor(allHandlers)).toBe(1);
  const queues = await boss.getQueues();
  expect(queues.map(({ name }) => name).sort()).toEqual(allHandlers.map(({ name }) => name).sort());
  for (const queue of queues) {
    const {
      name,
      retryLimit = 10,
      heartbeatSeconds = null,
    } = allHandlers.find((each) => each.name === queue.name)!;
    expect(queue).toMatchObject({
      name,
      policy: "standard",
      retryLimit,
      retryBackoff: true,
      heartbeatSeconds,
    });
  }
  expect(await writesFor(allHandlers)).toBe(0);
  const [first, ...others] = allHandlers;
  expect(await writesFor([{ ...first!, retryLimit: 7 }, ...others])).toBe(1);
  await boss.stop({ graceful: false });
});
