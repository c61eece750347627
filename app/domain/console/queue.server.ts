import type { z } from "zod";
import { consoleError } from "#app/domain/console/errors.ts";
import { ofThePlatform, record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { pageSize } from "#app/platform/pageOf.ts";
import { jobMoved, jobsMoved } from "./events.ts";
import type { queueQuery } from "./schemas.ts";
import { staffOrgContext } from "./staffContext.ts";
import { movedAtOnce } from "./words.ts";

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

/** The queue's tables are created when the first process starts. */
async function ask<Row extends object>(ctx: StaffContext, text: string, values: unknown[] = []) {
  const made = await ctx.db.system.query<{ made: boolean }>(
    "select to_regclass('pgboss.job') is not null as made",
  );
  return made.rows[0]?.made ? (await ctx.db.system.query<Row>(text, values)).rows : [];
}

/** The part of an error that identifies it. */
const errorLength = 120;

const isId = /^[a-z]{3}_[0-9a-f]+$/;

/** A job's data without typed text: ids, numbers and booleans stay. */
export function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 20).map(redacted);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redacted(inner)]));
  return typeof value === "string" && !isId.test(value) ? "[redacted]" : value;
}

/** A failed job's error; jobs are grouped by its beginning. */
const said = "coalesce(output->>'message', output::text, '')";
const group = `left(${said}, ${errorLength})`;
const filtered = `state::text = $1 and ($2 = '' or name = $2) and ($3 = '' or ${group} = $3)`;

/**
 * The queue: the number of waiting, running and failed jobs by name, failed ones by error, and one page of
 * those in a state.
 */
export async function inspectQueue({ ctx, input }: Call<z.output<typeof queueQuery>, StaffContext>) {
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
  const errors = await ask<{ name: string; error: string; failed: number; newest: Date }>(
    ctx,
    `select name, ${group} as error, count(*)::int as failed, max(completed_on) as newest
      from pgboss.job where state = 'failed' group by 1, 2 order by 3 desc, 1, 2 limit 20`,
  );
  const jobs = await ask<JobRow>(
    ctx,
    `select id, name as queue, state::text as state, data, left(coalesce(output->>'message', output::text), 300) as error,
        retry_count as retries, created_on as "createdOn", start_after as "startAfter"
      from pgboss.job where ${filtered} order by created_on desc, id limit ${pageSize + 1} offset $4`,
    [input.state, input.queue, input.error, (input.page - 1) * pageSize],
  );
  return {
    queues,
    errors,
    jobs: jobs.slice(0, pageSize).map((job) => ({ ...job, data: JSON.stringify(redacted(job.data)) })),
    page: input.page,
    hasMore: jobs.length > pageSize,
  };
}

/** One job, for the page that asks. @throws DomainError `job.not_found`. */
export async function getJob({ ctx, input }: Call<{ jobId: string }, StaffContext>) {
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

/**
 * Retries a failed job, or cancels a waiting one. @throws DomainError `job.not_found`, `job.wrong_state`
 * (409).
 */
export async function moveJob({
  ctx,
  input,
}: Call<{ jobId: string; intent: "retry" | "cancel"; reason: string }, StaffContext>): Promise<{
  queue: string;
}> {
  const job = await getJob({ ctx, input });
  const fits = input.intent === "retry" ? job.state === "failed" : ["created", "retry"].includes(job.state);
  if (!fits) throw consoleError(`job.wrong_state:${input.intent}`);
  await ctx.jobs[input.intent](job.queue, job.id);
  await ctx.db.withSystem((tx) =>
    record(tx, staffOrgContext(ctx, ofThePlatform), jobMoved, {
      subject: null,
      data: { intent: input.intent, queue: job.queue, jobId: job.id, reason: input.reason },
    }),
  );
  return { queue: job.queue };
}

type Which = { state: "failed" | "retry" | "created" | "active"; queue: string; error: string };

/** How many jobs match a filter, of those that can be moved together. */
export async function countJobs({ ctx, input }: Call<Which, StaffContext>): Promise<{ total: number }> {
  const rows = await ask<{ total: number }>(
    ctx,
    `select count(*)::int as total from pgboss.job where ${filtered}`,
    [input.state, input.queue, input.error],
  );
  return { total: rows[0]?.total ?? 0 };
}

/**
 * Retries all failed jobs of a kind, or cancels all waiting ones of a kind; oldest first, at most
 * `movedAtOnce`. @throws DomainError `job.none` (409) when the filter matches none.
 */
export async function moveJobs({
  ctx,
  input,
}: Call<Which & { reason: string }, StaffContext>): Promise<{ moved: number }> {
  const intent = input.state === "failed" ? "retry" : "cancel";
  const found =
    input.state === "active"
      ? []
      : await ask<{ id: string }>(
          ctx,
          `select id from pgboss.job where ${filtered} order by created_on, id limit ${movedAtOnce}`,
          [input.state, input.queue, input.error],
        );
  if (found.length === 0) throw consoleError("job.none");
  for (const { id } of found) await ctx.jobs[intent](input.queue, id);
  await ctx.db.withSystem((tx) =>
    record(tx, staffOrgContext(ctx, ofThePlatform), jobsMoved, {
      subject: null,
      data: { intent, queue: input.queue, moved: found.length, reason: input.reason },
    }),
  );
  return { moved: found.length };
}
