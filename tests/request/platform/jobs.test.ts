import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { z } from "zod";
import { job } from "#app/platform/jobs.ts";
import { handler } from "#app/worker/handler.ts";
import { createJobs } from "#app/worker/runner.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform();
const jobs = setUp(
  async () => createJobs(platform.services.db.url, { supervise: false, log: platform.services.log }),
  (runner) => runner.stop(),
);

it("a job that failed keeps why in its row, and not the data that it worked on", async () => {
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
  await expect.poll(failed, { timeout: 10_000 }).toContain("organisations_pkey");
  expect(await failed()).toContain("23505");
  expect(await failed()).not.toMatch(/Njeri|org_a/);
});

it("a queue that exists takes the retries of its job anew", async () => {
  const retried = (retryLimit: number) => job({ name: "retried", payload: z.object({}), retryLimit });
  for (const limit of [3, 30]) await jobs.prepare([retried(limit)]);
  const { rows } = await platform.services.db.owner.query(
    "select retry_limit, retry_delay_max from pgboss.queue where name = 'retried'",
  );
  expect(rows).toEqual([{ retry_limit: 30, retry_delay_max: 3600 }]);
});
