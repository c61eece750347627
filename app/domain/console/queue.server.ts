import type { z } from "zod";
import { consoleError } from "#app/domain/console/errors.ts";
import { ofThePlatform, record } from "#app/domain/record/record.server.ts";
import type { StaffContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { pageSize } from "#app/platform/pageOf.ts";
import { jobMoved } from "./events.ts";
import type { queueQuery } from "./schemas.ts";
import { staffOrgContext } from "./staffContext.ts";

interface JobRow {
  id: string;
  queue: string;
  state: string;
  data: unknown;
  error: string | null;
  retries: number;
  createdOn: Date;
  startAfter: Date;
}

/** The queue's tables belong to the schema's owner, and are made by the first worker. */
async function ask<Row extends object>(ctx: StaffContext, text: string, values: unknown[] = []) {
  const made = await ctx.db.owner.query<{ made: boolean }>(
    "select to_regclass('pgboss.job') is not null as made",
  );
  return made.rows[0]?.made ? (await ctx.db.owner.query<Row>(text, values)).rows : [];
}

const isId = /^[a-z]{3}_[0-9a-f]+$/;

/** What a job works on, without what people typed: ids, numbers and yes or no stay. */
export function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 20).map(redacted);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redacted(inner)]));
  return typeof value === "string" && !isId.test(value) ? "[redacted]" : value;
}

/** The queue: how many jobs wait, run and failed by name, and one page of those in a state. */
export async function inspectQueue({
  ctx,
  input,
}: {
  ctx: StaffContext;
  input: z.output<typeof queueQuery>;
}) {
  const queues = await ask<{
    name: string;
    waiting: number;
    active: number;
    failed: number;
    oldestSeconds: number;
  }>(
    ctx,
    `select name, count(*) filter (where state < 'active')::int as waiting,
        count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'failed')::int as failed,
        coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::int as "oldestSeconds"
      from pgboss.job where state <= 'active' or state = 'failed' group by 1 order by 4 desc, 2 desc, 1`,
  );
  const jobs = await ask<JobRow>(
    ctx,
    `select id, name as queue, state::text as state, data, left(coalesce(output->>'message', output::text), 300) as error,
        retry_count as retries, created_on as "createdOn", start_after as "startAfter"
      from pgboss.job where state::text = $1 and ($2 = '' or name = $2)
      order by created_on desc, id limit ${pageSize + 1} offset $3`,
    [input.state, input.queue, (input.page - 1) * pageSize],
  );
  return {
    queues,
    jobs: jobs.slice(0, pageSize).map((job) => ({ ...job, data: JSON.stringify(redacted(job.data)) })),
    page: input.page,
    hasMore: jobs.length > pageSize,
  };
}

/** One job, for the page that asks. @throws DomainError `job.not_found`. */
export async function getJob({ ctx, input }: { ctx: StaffContext; input: { jobId: string } }) {
  const [job] = /^[0-9a-f-]{36}$/.test(input.jobId)
    ? await ask<JobRow>(
        ctx,
        `select id, name as queue, state::text as state, data, left(coalesce(output->>'message', output::text), 2000) as error,
            retry_count as retries, created_on as "createdOn", start_after as "startAfter"
          from pgboss.job where id = $1::uuid`,
        [input.jobId],
      )
    : [];
  if (!job) throw notFound("Job");
  return { ...job, data: JSON.stringify(redacted(job.data), null, 2) };
}

/** Has a failed job done once more, or gives up one that waits. @throws DomainError `job.not_found`, `job.wrong_state` (409). */
export async function moveJob({
  ctx,
  input,
}: {
  ctx: StaffContext;
  input: { jobId: string; intent: "retry" | "cancel"; reason: string };
}): Promise<{ queue: string }> {
  const job = await getJob({ ctx, input });
  const fits = input.intent === "retry" ? job.state === "failed" : ["created", "retry"].includes(job.state);
  if (!fits) throw consoleError(`job.wrong_state:${input.intent}`);
  await ctx.jobs[input.intent](job.queue, job.id);
  await ctx.db.withSystem((tx) =>
    record(tx, staffOrgContext(ctx, ofThePlatform), jobMoved, {
      subject: null,
      data: { intent: input.intent, queue: job.queue, jobId: job.id, said: input.reason },
    }),
  );
  return { queue: job.queue };
}
