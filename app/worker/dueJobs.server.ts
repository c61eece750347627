import type { Database } from "#app/db/client.server.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { createAlarm } from "./alarm.ts";

/** Notified when a job was scheduled for later, with its due time in milliseconds since 1970. */
export const dueJobsChannel = "tarishi_due_jobs";

/** How often due jobs with a lost notification are searched. */
export const sweepMs = 30_000;
const afterErrorMs = 1000;
/** Jobs that are due within this time share a query. */
const leastMs = 100;

const dueText = `
select coalesce(array_agg(name) filter (where is_due), '{}') as due, min(next_ms)::float8 as "nextMs" from (
  select name, bool_or(start_after <= now()) as is_due,
    extract(epoch from min(start_after) filter (where start_after > now()) - now()) * 1000 as next_ms
  from pgboss.job_common where state < 'active' and not blocked and name = any($1) group by name
) queues`;

/** The queues that have due jobs, and in how many milliseconds the next job is due; null when none is scheduled. */
async function dueQueues(
  { system }: Database,
  names: readonly string[],
): Promise<{ due: string[]; nextMs: number | null }> {
  const { rows } = await system.query<{ due: string[]; nextMs: number | null }>({
    name: "due-jobs",
    text: dueText,
    values: [names],
  });
  return rows[0]!;
}

interface Queues {
  names: readonly string[];
  /** Makes the workers of a queue fetch. */
  wake(name: string): void;
}

/**
 * Wakes the workers of queues when a scheduled job or a retry is due, and when a notification was lost:
 * pg-boss notifies only of jobs that can run at once.
 */
export class DueJobs {
  readonly #services: { db: Database; log: Logger };
  readonly #queues: Queues;
  readonly #alarm = createAlarm();
  readonly #unlisten: () => void;
  readonly #done: Promise<void>;
  #stopped = false;
  #lookAt = performance.now();

  constructor(services: { db: Database; log: Logger }, queues: Queues) {
    this.#services = services;
    this.#queues = queues;
    // Without a time, the connection was lost and notifications may have been missed.
    this.#unlisten = services.db.listen(dueJobsChannel, (at) =>
      this.checkIn(at ? Number(at) - Date.now() : 0),
    );
    this.#done = this.#run();
  }

  checkIn(ms: number): void {
    const at = performance.now() + Math.max(leastMs, ms);
    if (at >= this.#lookAt) return;
    this.#lookAt = at;
    this.#alarm.wake();
  }

  stop(): Promise<void> {
    this.#stopped = true;
    this.#unlisten();
    this.#alarm.wake();
    return this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const waitMs = this.#lookAt - performance.now();
      if (waitMs > 0) await this.#alarm.sleep(waitMs);
      else
        await this.#look().catch((error: unknown) => {
          this.#services.log.warn({ err: error }, "due jobs");
          this.checkIn(afterErrorMs);
        });
    }
  }

  async #look(): Promise<void> {
    this.#lookAt = performance.now() + sweepMs;
    const { due, nextMs } = await dueQueues(this.#services.db, this.#queues.names);
    for (const name of due) this.#queues.wake(name);
    if (nextMs !== null) this.checkIn(nextMs);
  }
}
