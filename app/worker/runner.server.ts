import pg from "pg";
import { type Db, PgBoss } from "pg-boss";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { type Logins, loginsOf } from "#app/db/logins.server.ts";
import { connectionSettings, limitsOf } from "#app/platform/config/databaseLimits.ts";
import type { Services } from "#app/platform/context.ts";
import type { Job, Jobs } from "#app/platform/jobs.ts";
import { withoutValues } from "#app/platform/run/describeError.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { DueJobs, dueJobsChannel, sweepMs } from "./dueJobs.server.ts";
import { createErrorSummary } from "./errorSummary.server.ts";
import type { Handler } from "./handler.ts";
import { prepareQueues } from "./queues.server.ts";

export interface JobRunner extends Jobs {
  /** Creates the queues as the owner of the schema, then starts; every process that enqueues needs it. */
  prepare(jobs: readonly Job[]): Promise<void>;
  /** Starts working on the handlers' jobs. */
  work(services: Services, handlers: readonly Handler[]): Promise<void>;
  stop(): Promise<void>;
}

interface RunnerOptions {
  supervise: boolean;
  log: Logger;
  /** When they do not follow from the owner's address. */
  logins?: Logins | undefined;
}

/**
 * The rights of the two roles on the queue. A tenant may add a job, to its own organisation or to none, and
 * see the ids and times of its own. Only statements that name `job_common` itself are bound by its policies:
 * the queue's own do, and a tenant can use no other table.
 */
const queueRights = `
  grant usage on schema pgboss to tarishi_tenant, tarishi_system;
  grant select, insert, update, delete on all tables in schema pgboss to tarishi_system;
  grant select on pgboss.queue to tarishi_tenant;
  grant insert, select (id, start_after) on pgboss.job_common to tarishi_tenant;
  do $$ begin
    if not exists (select 1 from pg_policies where schemaname = 'pgboss' and tablename = 'job_common') then
      alter table pgboss.job_common enable row level security;
      create policy system on pgboss.job_common to tarishi_system using (true) with check (true);
      create policy tenant on pgboss.job_common to tarishi_tenant
        using (coalesce(data ->> 'orgId', current_setting('app.org_id', true)) = current_setting('app.org_id', true));
    end if;
  end $$;`;

/** How often workers poll without notifications, and with them: lost ones are found by `DueJobs`. */
const pollingIntervalSeconds = 1;
const notifyPollingIntervalSeconds = 600;
/** By then pg-boss has stored when a failed job is retried. */
const failedAfterMs = 1000;

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
      useListenNotify: supervise,
      // No job here depends on another one.
      flowIntervalSeconds: 3600,
      migrate,
    });
    made.on("error", errors.add);
    return made;
  };
  const boss = bossOf(systemUrl, { supervise: options.supervise, migrate: false });
  let due: DueJobs | undefined;
  /** Jobs due after the next sweep are found by it. */
  const notifyDue = (db: Db, at: number) =>
    at < Date.now() + sweepMs && db.executeSql("select pg_notify($1, $2)", [dueJobsChannel, String(at)]);
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
      const data = definition.payload.parse(payload) as object;
      const db = tx ? within(tx) : boss.getDb();
      const options = { db, ...(key ? { singletonKey: key, singletonSeconds: 1 } : {}) };
      if (startAfter) {
        await boss.send(definition.name, data, { ...options, startAfter });
        await notifyDue(db, startAfter.getTime());
        return;
      }
      if (await boss.send(definition.name, data, options)) return;
      // The job of this second may have started before this request, so another one runs in the next second.
      if (await boss.send(definition.name, data, { ...options, singletonNextSlot: true }))
        await notifyDue(db, Date.now() + 1000);
    },
    async retry(name, id) {
      await boss.retry(name, id);
      await notifyDue(boss.getDb(), Date.now());
    },
    async cancel(name, id) {
      await boss.cancel(name, id);
    },
    async work(services, handlers) {
      const workers = new Map<string, string[]>(handlers.map(({ name }) => [name, []]));
      const names = [...workers.keys()];
      due = new DueJobs(
        { ...services, db: services.db.for("jobs") },
        { names, wake: (name) => workers.get(name)?.forEach((id) => void boss.notifyWorker(id)) },
      );
      await keepSchedules(boss, handlers);
      for (const each of handlers) {
        for (let count = each.concurrency ?? (each.every ? 1 : 2); count > 0; count -= 1)
          workers.get(each.name)!.push(await startWorker(services, each));
      }
    },
    async stop() {
      await due?.stop();
      await boss.stop({ graceful: true, timeout: 5000 });
      errors.flush();
    },
  };

  /** Returns the worker's id. After a job it fetches the next one at once. */
  async function startWorker(services: Services, handler: Handler): Promise<string> {
    const polling = { pollingIntervalSeconds, notifyPollingIntervalSeconds, batchSize: 1 };
    const id = await boss.work(handler.name, polling, async ([item]) => {
      if (!item) return;
      try {
        const db = services.db.for(handler.isLong ? "long" : "jobs");
        await handler.run({ ...services, db }, handler.payload.parse(item.data ?? {}));
      } catch (error) {
        due?.checkIn(failedAfterMs);
        // The queue stores the thrown error in the row of the job.
        throw withoutValues(error);
      } finally {
        boss.notifyWorker(id);
      }
    });
    return id;
  }
}

/** Schedules jobs, and ends the schedules of an earlier version of the platform. */
async function keepSchedules(boss: PgBoss, handlers: readonly Handler[]): Promise<void> {
  const current = new Map(handlers.map(({ name, every }) => [name, every]));
  for (const { name } of await boss.getSchedules()) if (!current.get(name)) await boss.unschedule(name);
  for (const [name, every] of current) if (every) await boss.schedule(name, every, {});
}

/** The transaction that a job commits with, in the queue's format. */
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
