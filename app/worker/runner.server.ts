import pg from "pg";
import { PgBoss } from "pg-boss";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { type Logins, loginsOf } from "#app/db/logins.server.ts";
import type { Services } from "#app/platform/context.ts";
import { connectionSettings, limitsOf } from "#app/platform/databaseLimits.ts";
import { withoutValues } from "#app/platform/describeError.ts";
import type { Job, Jobs } from "#app/platform/jobs.ts";
import type { Logger } from "#app/platform/logger.server.ts";
import { createErrorSummary } from "./errorSummary.server.ts";
import type { Handler } from "./handler.ts";
import { prepareQueues } from "./queues.server.ts";

export interface JobRunner extends Jobs {
  /** Makes the queues as the owner of the schema, then starts; every process that enqueues needs it. */
  prepare(jobs: readonly Job[]): Promise<void>;
  /** Starts working on what the handlers are for. */
  work(services: Services, handlers: readonly Handler[]): Promise<void>;
  stop(): Promise<void>;
}

interface RunnerOptions {
  supervise: boolean;
  log: Logger;
  /** Where they do not follow from the owner's address. */
  logins?: Logins | undefined;
}

/**
 * What the two roles may do with the queue. A tenant may add a job, to its own organisation or to none, and see the ids of
 * its own. Only statements that name `job_common` itself are bound by its policies: the queue's own do, and a tenant can
 * use no other table.
 */
const queueRights = `
  grant usage on schema pgboss to tarishi_tenant, tarishi_system;
  grant select, insert, update, delete on all tables in schema pgboss to tarishi_system;
  grant select on pgboss.queue to tarishi_tenant;
  grant insert, select (id) on pgboss.job_common to tarishi_tenant;
  do $$ begin
    if not exists (select 1 from pg_policies where schemaname = 'pgboss' and tablename = 'job_common') then
      alter table pgboss.job_common enable row level security;
      create policy system on pgboss.job_common to tarishi_system using (true) with check (true);
      create policy tenant on pgboss.job_common to tarishi_tenant
        using (coalesce(data ->> 'orgId', current_setting('app.org_id', true)) = current_setting('app.org_id', true));
    end if;
  end $$;`;

/** Jobs on PostgreSQL: a job commits with the data it belongs to. */
export function createJobs(databaseUrl: string, options: RunnerOptions): JobRunner {
  const { systemUrl } = options.logins ?? loginsOf(databaseUrl);
  const errors = createErrorSummary(options.log, "job queue");
  const bossOf = (url: string, { supervise, migrate }: { supervise: boolean; migrate: boolean }) => {
    const made = new PgBoss({
      ...connectionSettings(url, limitsOf("jobs")),
      application_name: "tarishi-jobs",
      max: 4,
      supervise,
      schedule: supervise,
      migrate,
    });
    made.on("error", errors.add);
    return made;
  };
  const boss = bossOf(systemUrl, { supervise: options.supervise, migrate: false });
  return {
    async prepare(jobs) {
      const owner = bossOf(databaseUrl, { supervise: false, migrate: true });
      await owner.start();
      await prepareQueues(owner, jobs);
      await owner.stop({ graceful: false });
      await grantQueue(databaseUrl);
      await boss.start();
    },
    async enqueue(definition, payload, { tx, startAfter, key } = {}) {
      await boss.send(definition.name, definition.payload.parse(payload) as object, {
        ...(startAfter ? { startAfter } : {}),
        ...(key ? { singletonKey: key, singletonSeconds: 1 } : {}),
        ...(tx ? { db: within(tx) } : {}),
      });
    },
    async retry(name, id) {
      await boss.retry(name, id);
    },
    async cancel(name, id) {
      await boss.cancel(name, id);
    },
    async work(services, handlers) {
      for (const each of handlers) {
        if (each.every) await boss.schedule(each.name, each.every, {});
        await boss.work(
          each.name,
          { pollingIntervalSeconds: 1, batchSize: 1, localConcurrency: each.concurrency ?? 2 },
          async ([item]) => {
            if (!item) return;
            try {
              const db = services.db.for(each.isLong ? "long" : "jobs");
              await each.run({ ...services, db }, each.payload.parse(item.data ?? {}));
            } catch (error) {
              // The queue keeps what is thrown in the row of the job.
              throw withoutValues(error);
            }
          },
        );
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5000 });
      errors.flush();
    },
  };
}

/** The transaction that a job commits with, as the queue takes it. */
const within = (tx: Tx) => ({
  executeSql: (text: string, values: unknown[] = []) => clientOf(tx).query({ text, values }),
});

async function grantQueue(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // Two processes may start at once.
    await client.query(`begin; select pg_advisory_xact_lock(728391005); ${queueRights} commit`);
  } finally {
    await client.end();
  }
}
