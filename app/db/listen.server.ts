import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Is given what a notification carries; nothing, when the connection was away and something may have been missed. */
export type Listener = (payload: string | undefined) => void;

/** Hears what PostgreSQL notifies on `channel`, from now until the answer is called. */
export type Listen = (channel: string, listener: Listener) => () => void;

const againAfterMs = 1000;
const heartbeatMs = 5000;
const goodbyeMs = 1000;

/**
 * The one connection of a process that listens. It is made for the first listener and made again when it is cut; a
 * connection that died silently is found by its heartbeat.
 */
export function createListen(
  open: () => pg.Client,
  log: (error: Error) => void,
): { listen: Listen; stop(): Promise<void> } {
  const channels = new Map<string, Set<Listener>>();
  let client: pg.Client | undefined;
  let isReady = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  /** A connection takes one statement at a time. */
  let last: Promise<unknown> = Promise.resolve();
  function query(of: pg.Client, text: string): Promise<unknown> {
    const asked = last.then(() => of.query(text));
    last = asked.catch(() => undefined);
    return asked;
  }

  const subscribe = (to: pg.Client, channel: string) => query(to, `listen ${pg.escapeIdentifier(channel)}`);

  async function connect(): Promise<void> {
    const next = open();
    client = next;
    next.on("error", log);
    next.once("end", () => {
      clearInterval(timer);
      isReady = false;
      if (!isStopped) setTimeout(begin, againAfterMs).unref();
    });
    next.on("notification", ({ channel, payload }) => {
      for (const listener of channels.get(channel) ?? []) listener(payload);
    });
    await next.connect();
    for (const channel of channels.keys()) await subscribe(next, channel);
    isReady = true;
    timer = setInterval(() => void beat(next), heartbeatMs).unref();
    for (const listeners of channels.values()) for (const listener of listeners) listener(undefined);
  }
  // A connection that ends brings the next try.
  const begin = () =>
    void (
      isStopped ||
      connect().catch((error) => {
        log(error);
        void client?.end().catch(log);
      })
    );

  /** Nothing comes on a connection that died unnoticed, so it is asked. */
  const beat = (of: pg.Client) => query(of, "select 1").catch(() => of.end().catch(log));

  return {
    listen(channel, listener) {
      const known = channels.get(channel);
      const listeners = known ?? new Set();
      channels.set(channel, listeners);
      listeners.add(listener);
      if (client === undefined) begin();
      else if (!known && isReady)
        void subscribe(client, channel)
          .then(() => listener(undefined))
          .catch(log);
      return () => void listeners.delete(listener);
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      // A connection that died without a word does not answer the goodbye either.
      await Promise.race([client?.end().catch(log), sleep(goodbyeMs, undefined, { ref: false })]);
    },
  };
}
