import type pg from "pg";

/** Bodies in one statement at most. */
const maxBatch = 500;

/** Stands between bodies: a control character that no JSON text can hold. */
const separator = "\x1e";

/**
 * Appends webhook bodies durably; each must have been parsed as JSON. Callers that come while a statement is under way
 * share the next one and its COMMIT, so throughput does not hang on the disk's latency. Resolves after the commit;
 * rejects when the database is down.
 */
export function createWebhookInbox(pool: pg.Pool): { append(body: string): Promise<void> } {
  let waiting: { body: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let flushing = false;

  async function flush(): Promise<void> {
    const batch = waiting.slice(0, maxBatch);
    waiting = waiting.slice(maxBatch);
    try {
      await pool.query({
        name: "append-webhooks",
        text: "insert into webhook_events (body) select string_to_table($1, $2)",
        values: [batch.map(({ body }) => body).join(separator), separator],
      });
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    flushing = false;
    flushSoon();
  }

  /** After what has arrived on other connections by now, which then shares the statement. */
  function flushSoon(): void {
    if (flushing || waiting.length === 0) return;
    flushing = true;
    setImmediate(() => void flush());
  }

  return {
    append: (body) =>
      new Promise((resolve, reject) => {
        waiting.push({ body, resolve, reject });
        flushSoon();
      }),
  };
}
