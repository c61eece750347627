import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import type { z } from "zod";
import type { Services } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { withoutValues } from "#app/shared/describeError.ts";
import type { Logger } from "#app/shared/logger.server.ts";

/** One kind of work that happens after the answer: its payload's schema and what to do with it. */
export interface Job<S extends z.ZodType = z.ZodType> {
  name: string;
  payload: S;
  /** Tries after the first failure, with growing delays. */
  retryLimit?: number;
  /** Cron expression in UTC; such a job is made by the clock, with an empty payload. */
  every?: string;
  /** At most this many at once in a process. */
  concurrency?: number;
  run(services: Services, payload: z.output<S>): Promise<void>;
}

export const job = <S extends z.ZodType>(definition: Job<S>): Job<S> => definition;

export interface Jobs {
  /** Enqueues a job; with `tx` it exists exactly when that transaction commits. `key`: at most one waiting job of that key. */
  enqueue<S extends z.ZodType>(
    definition: Job<S>,
    payload: z.input<S>,
    options?: { tx?: Tx; startAfter?: Date; key?: string },
  ): Promise<void>;
}

export interface JobRunner extends Jobs {
  /** Makes the queues; every process that enqueues needs it. */
  prepare(definitions: readonly Job[]): Promise<void>;
  /** Starts working on the jobs of `definitions`. */
  work(services: Services, definitions: readonly Job[]): Promise<void>;
  stop(): Promise<void>;
}

/** Jobs on PostgreSQL: a job commits with the data it belongs to. */
export function createJobs(databaseUrl: string, options: { supervise: boolean; log: Logger }): JobRunner {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "tarishi-jobs",
    max: 4,
    supervise: options.supervise,
    schedule: options.supervise,
  });
  boss.on("error", (error) => options.log.error({ err: error }, "job queue"));
  return {
    async prepare(definitions) {
      await boss.start();
      for (const definition of definitions) {
        const retries = {
          retryLimit: definition.retryLimit ?? 10,
          retryDelay: 5,
          retryBackoff: true,
          retryDelayMax: 3600,
        };
        await boss.createQueue(definition.name, { policy: "standard", ...retries });
        // A queue that is there already keeps what it was made with.
        await boss.updateQueue(definition.name, retries);
      }
    },
    async enqueue(definition, payload, { tx, startAfter, key } = {}) {
      await boss.send(definition.name, definition.payload.parse(payload) as object, {
        ...(startAfter ? { startAfter } : {}),
        ...(key ? { singletonKey: key, singletonSeconds: 1 } : {}),
        ...(tx ? { db: asOwner(tx) } : {}),
      });
    },
    async work(services, definitions) {
      for (const definition of definitions) {
        if (definition.every) await boss.schedule(definition.name, definition.every, {});
        await boss.work(
          definition.name,
          { pollingIntervalSeconds: 1, batchSize: 1, localConcurrency: definition.concurrency ?? 2 },
          async ([item]) => {
            if (!item) return;
            try {
              await definition.run(services, definition.payload.parse(item.data ?? {}));
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
      const client = (
        tx as unknown as {
          session: { client: { query(t: string, v: unknown[]): Promise<{ rows: unknown[] }> } };
        }
      ).session.client;
      const result = await client.query(text, values);
      await tx.execute(sql`select set_config('role', ${role.rows[0]?.role ?? "none"}, true)`);
      return result;
    },
  };
}
