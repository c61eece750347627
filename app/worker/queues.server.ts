import type { PgBoss } from "pg-boss";
import type { Job } from "#app/platform/jobs.ts";

const settingsOf = ({ retryLimit, heartbeatSeconds }: Job) => ({
  retryLimit: retryLimit ?? 10,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  // Workers are notified of a new job instead of polling.
  notify: true,
  ...(heartbeatSeconds ? { heartbeatSeconds } : {}),
});

/**
 * Creates missing queues, all in one statement, and updates those whose settings have changed. When nothing
 * has changed, it only reads.
 */
export async function prepareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const missing = jobs.filter(({ name }) => !existing.has(name));
  if (missing.length > 0) {
    const queues = missing.map((job) => ({
      name: job.name,
      options: { policy: "standard", ...settingsOf(job) },
    }));
    // pg-boss's own function, which `createQueue` calls for one queue; a queue created by another process
    // stays unchanged.
    await boss
      .getDb()
      .executeSql(
        `select ${schema}.create_queue(q.name, q.options) from jsonb_to_recordset($1::jsonb) q(name text, options jsonb)`,
        [JSON.stringify(queues)],
      );
  }
  for (const job of jobs) {
    const queue = existing.get(job.name);
    const wanted = settingsOf(job);
    const keys = Object.keys(wanted) as (keyof typeof wanted)[];
    if (queue && keys.some((key) => queue[key] !== wanted[key])) await boss.updateQueue(job.name, wanted);
  }
}

/** pg-boss's default, when none is chosen. */
const schema = "pgboss";
