import type pg from "pg";
import type { WebhookAddress } from "./address.ts";

/** Notified after webhooks were stored. */
export const webhooksChannel = "tarishi_webhooks";
/** Notifications that come closer together are one: whoever hears it looks at all that wait. */
const notifyMs = 20;

/** Bodies in one statement at most. */
const maxBatch = 500;
/** Bodies that may wait at once; whoever comes then is refused. */
const maxWaiting = 5000;
/** How long a body waits to be stored; Meta sends it again later. */
const maxWaitMs = 4500;

/** Stands between bodies: a control character that no JSON text can hold. */
const separator = "\x1e";

interface Waiting {
  body: string;
  address: WebhookAddress;
  /** When it is too late to store it, on the clock of `performance.now()`. */
  until: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Appends webhook bodies durably; each must have been parsed as JSON. Callers that come while a statement is under way
 * share the next one and its COMMIT, so throughput does not hang on the disk's latency. Resolves after the commit;
 * rejects when the database is down, does not answer in time, or is so slow that too many wait.
 */
export function createWebhookInbox(pool: Pick<pg.Pool, "query">): {
  append(body: string, address: WebhookAddress): Promise<void>;
} {
  const waiting = new Set<Waiting>();
  const unanswered = createDeadlines((item) => waiting.delete(item));
  const notify = createNotifier(pool);
  let flushing = false;

  function nextBatch(): Waiting[] {
    const batch: Waiting[] = [];
    for (const item of waiting) {
      if (batch.length === maxBatch) break;
      batch.push(item);
      waiting.delete(item);
    }
    return batch;
  }

  async function flush(): Promise<void> {
    const batch = nextBatch();
    try {
      if (batch.length > 0)
        await pool.query({
          name: "append-webhooks",
          text: `insert into webhook_events (body, account_key, is_status)
            select body, coalesce(account_key, ''), is_status = '1' from rows from (
              string_to_table($1, $2), string_to_table($3, ','), string_to_table($4, ',')
            ) as t(body, account_key, is_status)`,
          values: [
            batch.map(({ body }) => body).join(separator),
            separator,
            batch.map(({ address }) => address.accountKey).join(","),
            batch.map(({ address }) => (address.isStatus ? "1" : "0")).join(","),
          ],
        });
      for (const item of batch) {
        unanswered.end(item);
        item.resolve();
      }
      if (batch.length > 0) notify();
    } catch (error) {
      for (const item of batch) {
        unanswered.end(item);
        item.reject(error);
      }
    }
    flushing = false;
    flushSoon();
  }

  /** After what has arrived on other connections by now, which then shares the statement. */
  function flushSoon(): void {
    if (flushing || waiting.size === 0) return;
    flushing = true;
    setImmediate(() => void flush());
  }

  return {
    append: (body, address) =>
      new Promise((resolve, reject) => {
        if (waiting.size >= maxWaiting) return reject(new Error(`${maxWaiting} webhooks wait to be stored`));
        const item = { body, address, until: performance.now() + maxWaitMs, resolve, reject };
        unanswered.begin(item);
        waiting.add(item);
        flushSoon();
      }),
  };
}

/** Refuses what is not answered in time: one timer for the oldest, since all may wait for as long. */
function createDeadlines(forget: (item: Waiting) => void) {
  const open = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  function watch(): void {
    const [oldest] = open;
    if (timer || !oldest) return;
    timer = setTimeout(refuseLate, Math.max(0, oldest.until - performance.now())).unref();
  }
  function refuseLate(): void {
    timer = undefined;
    const now = performance.now();
    for (const item of open) {
      if (item.until > now) break;
      open.delete(item);
      forget(item);
      item.reject(new Error("the database did not store the webhook in time"));
    }
    watch();
  }
  return {
    begin(item: Waiting) {
      open.add(item);
      watch();
    },
    end: (item: Waiting) => open.delete(item),
  };
}

/**
 * Notifies that webhooks wait, by a statement of its own: within the insert, its COMMIT would hold up every other
 * transaction that notifies. A notification that is lost is made up for by the sweep.
 */
function createNotifier(pool: Pick<pg.Pool, "query">): () => void {
  let isResting = false;
  let isOwed = false;
  return function notify() {
    if (isResting) {
      isOwed = true;
      return;
    }
    isResting = true;
    const text = `select pg_notify('${webhooksChannel}', '')`;
    void Promise.resolve(pool.query({ name: "notify-webhooks", text })).catch(() => undefined);
    setTimeout(() => {
      isResting = false;
      if (isOwed) {
        isOwed = false;
        notify();
      }
    }, notifyMs).unref();
  };
}
