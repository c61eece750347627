import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { Services } from "#app/platform/context.ts";
import { connectionSettings, limitsOf } from "#app/platform/databaseLimits.ts";
import { withoutValues } from "#app/platform/describeError.ts";
import type { Job, Jobs } from "#app/platform/jobs.ts";
import type { Logger } from "#app/platform/logger.server.ts";
import type { Handler } from "./handler.ts";

export interface JobRunner extends Jobs {
  /** Makes the queues; every process that enqueues needs it. */
  prepare(jobs: readonly Job[]): Promise<void>;
  /** Starts working on what the handlers are for. */
  work(services: Services, handlers: readonly Handler[]): Promise<void>;
  stop(): Promise<void>;
}

/** Jobs on PostgreSQL: a job commits with the data it belongs to. */
export function createJobs(databaseUrl: string, options: { supervise: boolean; log: Logger }): JobRunner {
  const boss = new PgBoss({
    ...connectionSettings(databaseUrl, limitsOf("jobs")),
    application_name: "tarishi-jobs",
    max: 4,
    supervise: options.supervise,
    schedule: options.supervise,
  });
  boss.on("error", (error) => options.log.error({ err: error }, "job queue"));
  return {
    async prepare(jobs) {
      await boss.start();
      for (const { name, retryLimit, heartbeatSeconds } of jobs) {
        const retries = {
          retryLimit: retryLimit ?? 10,
          retryDelay: 5,
          retryBackoff: true,
          retryDelayMax: 3600,
          ...(heartbeatSeconds ? { heartbeatSeconds } : {}),
        };
        await boss.createQueue(name, { policy: "standard", ...retries });
        // A queue that is there already keeps what it was made with.
        await boss.updateQueue(name, retries);
      }
    },
    async enqueue(definition, payload, { tx, startAfter, key } = {}) {
      await boss.send(definition.name, definition.payload.parse(payload) as object, {
        ...(startAfter ? { startAfter } : {}),
        ...(key ? { singletonKey: key, singletonSeconds: 1 } : {}),
        ...(tx ? { db: asOwner(tx) } : {}),
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
    },
  };
}

/** The queue's tables belong to the schema's owner, so the tenant role is put aside for that one statement. */
function asOwner(tx: Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const role = await tx.execute<{ role: string }>(sql`select current_setting('role') as role`);
      await tx.execute(sql`select set_config('role', 'none', true)`);
      const result = await clientOf(tx).query({ text, values });
      await tx.execute(sql`select set_config('role', ${role.rows[0]?.role ?? "none"}, true)`);
      return result;
    },
  };
}
