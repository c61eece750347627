import type pg from "pg";

/** Bodies in one statement at most, and statements under way at once. */
const maxBatch = 500;
const maxStatements = 2;

/**
 * Appends webhook bodies durably. Callers that come while a statement is under way share the next one and its COMMIT,
 * so throughput does not hang on the disk's latency. Resolves after the commit; rejects when the database is down.
 */
export function createWebhookInbox(pool: pg.Pool): { append(body: string): Promise<void> } {
  const waiting: { body: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let running = 0;

  async function flush(): Promise<void> {
    if (running >= maxStatements || waiting.length === 0) return;
    running += 1;
    const batch = waiting.splice(0, maxBatch);
    try {
      await pool.query({
        name: "append-webhooks",
        text: "insert into webhook_events (body) select unnest($1::text[])",
        values: [batch.map(({ body }) => body)],
      });
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running -= 1;
      void flush();
    }
  }

  return {
    append: (body) =>
      new Promise((resolve, reject) => {
        waiting.push({ body, resolve, reject });
        void flush();
      }),
  };
}
