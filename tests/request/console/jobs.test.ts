import { expect, it } from "vitest";
import { z } from "zod";
import { job } from "#app/platform/jobs.ts";
import { handler } from "#app/worker/handler.ts";
import { createJobs } from "#app/worker/runner.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform();
const jobs = setUp(
  async () => {
    const runner = await createJobs(platform.services.db.url, {
      supervise: false,
      log: platform.services.log,
    });
    const { jobs } = platform.services;
    jobs.retry = runner.retry;
    jobs.cancel = runner.cancel;
    return runner;
  },
  (runner) => runner.stop(),
);
const owner = setUp(() => platform.createOrg("Tarishi owner", "admin"));

const reason = "The mail server answers again";
const statesOf = async (name: string) =>
  (
    await platform.services.db.owner.query<{ state: string; total: number }>(
      "select state::text, count(*)::int as total from pgboss.job where name = $1 group by 1 order by 1",
      [name],
    )
  ).rows;

it("failed jobs are grouped by error, and retried together", async () => {
  const failing = (name: string, words: string) =>
    handler(job({ name, payload: z.object({}), retryLimit: 0 }), async () => {
      throw new Error(words);
    });
  const kinds = [failing("mail-out", "the mail server is away"), failing("draw", "no paper")];
  await jobs.prepare(kinds);
  for (const { job: kind } of [kinds[0]!, kinds[0]!, kinds[1]!].map((one) => ({ job: one })))
    await jobs.enqueue(kind, {});
  await jobs.work(platform.services, kinds);
  await expect.poll(() => statesOf("mail-out")).toEqual([{ state: "failed", total: 2 }]);
  await expect.poll(() => statesOf("draw")).toEqual([{ state: "failed", total: 1 }]);

  const { errors } = await platform.call("GET /admin/queue", {}, owner);
  expect(errors).toMatchObject([
    { name: "mail-out", error: expect.stringContaining("mail server"), failed: 2 },
    { name: "draw", failed: 1 },
  ]);
  const filter = { state: "failed", queue: "mail-out", error: errors[0]!.error } as const;
  expect(await platform.call("GET /admin/queue/count", filter, owner)).toEqual({ total: 2 });
  expect((await platform.request("POST /admin/queue", { ...filter, queue: "", reason }, owner)).status).toBe(
    400,
  );
  expect(await platform.call("POST /admin/queue", { ...filter, reason }, owner)).toEqual({ moved: 2 });
  const { rows } = await platform.services.db.system.query<{ data: object }>(
    "select data from events where name = 'jobs.moved'",
  );
  expect(rows).toEqual([{ data: { intent: "retry", queue: "mail-out", moved: 2, reason } }]);
});

it("pending jobs of a kind are cancelled together, once; running ones are not affected", async () => {
  const later = job({ name: "later", payload: z.object({}) });
  await jobs.prepare([handler(later, async () => {})]);
  const startAfter = new Date(Date.now() + 3_600_000);
  for (let count = 0; count < 3; count++) await jobs.enqueue(later, {}, { startAfter });
  const cancel = { queue: "later", reason } as const;
  const running = await platform.request("POST /admin/queue", { ...cancel, state: "active" }, owner);
  expect(running.status).toBe(409);
  const waiting = { ...cancel, state: "created" } as const;
  expect(await platform.call("POST /admin/queue", waiting, owner)).toEqual({ moved: 3 });
  expect(await statesOf("later")).toEqual([{ state: "cancelled", total: 3 }]);
  expect((await platform.request("POST /admin/queue", waiting, owner)).status).toBe(409);
});
