import type pg from "pg";
import type { WebhookAddress } from "./address.ts";

/** The channel notified after webhooks were stored. */
export const webhooksChannel = "tarishi_webhooks";
/**
 * Notifications within this time are merged: a listener loads everything that waits. Statuses wait longer, so that several of
 * an organisation are applied in one transaction: of one message it gets three.
 */
const notifyMs = { news: 20, statuses: 400 };

/** The most bodies in one statement. */
const maxBatch = 500;
/** The most bodies that may wait at once; further ones are refused. */
const maxWaiting = 5000;
/** The longest wait of a body to be stored; Meta retries a refused one. */
const maxWaitMs = 4500;

/** Separates bodies: a control character that no JSON text contains. */
const separator = "\x1e";

interface Waiting {
  body: string;
  address: WebhookAddress;
  /** The deadline to store it, on the clock of `performance.now()`. */
  until: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Appends webhook bodies durably; each must have been parsed as JSON. Calls during a running statement share
 * the next one and its COMMIT, so throughput does not depend on the disk's latency. Resolves after the
 * commit; rejects when the database is down, does not respond in time, or too many bodies wait.
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
      if (batch.length > 0) notify(batch.every(({ address }) => address.isStatus));
    } catch (error) {
      for (const item of batch) {
        unanswered.end(item);
        item.reject(error);
      }
    }
    flushing = false;
    flushSoon();
  }

  /** Deferred, so that bodies arriving now on other connections share the statement. */
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

/** Rejects bodies not stored in time. One timer for the oldest, since all have the same time limit. */
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
 * Notifies in a separate statement: within the insert, its COMMIT would block every other transaction that
 * notifies. A lost notification is made up for by the sweep.
 */
function createNotifier(pool: Pick<pg.Pool, "query">): (areStatuses: boolean) => void {
  let notifiedAt = Number.NEGATIVE_INFINITY;
  let next: { timer: NodeJS.Timeout; at: number } | undefined;
  function notify() {
    next = undefined;
    notifiedAt = performance.now();
    const text = `select pg_notify('${webhooksChannel}', '')`;
    void Promise.resolve(pool.query({ name: "notify-webhooks", text })).catch(() => undefined);
  }
  return (areStatuses) => {
    const now = performance.now();
    const at = areStatuses ? now + notifyMs.statuses : Math.max(now, notifiedAt + notifyMs.news);
    if (next && next.at <= at) return;
    clearTimeout(next?.timer);
    if (at <= now) notify();
    else next = { at, timer: setTimeout(notify, at - now).unref() };
  };
}
