import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/**
 * Receives a notification's payload; undefined when the connection was lost and some may have been missed.
 */
export type Listener = (payload: string | undefined) => void;

/**
 * Subscribes to PostgreSQL's notifications on `channel`, until the returned function is called. `lost` is
 * called when the connection is lost; once it listens again, the listener is called without a payload.
 */
export type Listen = (channel: string, listener: Listener, lost?: () => void) => () => void;

interface Subscriber {
  listener: Listener;
  lost: (() => void) | undefined;
}

const againAfterMs = 1000;
const heartbeatMs = 5000;
const goodbyeMs = 1000;

/**
 * A process's one listening connection. It is opened for the first listener and reopened when cut; a silently
 * dead one is detected by its heartbeat.
 */
export function createListen(
  open: () => pg.Client,
  log: (error: Error) => void,
): { listen: Listen; stop(): Promise<void> } {
  const channels = new Map<string, Set<Subscriber>>();
  let client: pg.Client | undefined;
  let isReady = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  /** A connection takes one statement at a time. */
  let last: Promise<unknown> = Promise.resolve();
  function query(of: pg.Client, text: string): Promise<unknown> {
    const result = last.then(() => of.query(text));
    last = result.catch(() => undefined);
    return result;
  }

  const everySubscriber = () => [...channels.values()].flatMap((subscribers) => [...subscribers]);
  const notifyLost = () => {
    for (const { lost } of everySubscriber()) lost?.();
  };

  const subscribe = (to: pg.Client, channel: string) => query(to, `listen ${pg.escapeIdentifier(channel)}`);

  async function connect(): Promise<void> {
    const next = open();
    client = next;
    next.on("error", (error) => {
      notifyLost();
      log(error);
    });
    next.once("end", () => {
      clearInterval(timer);
      isReady = false;
      notifyLost();
      if (!isStopped) setTimeout(begin, againAfterMs).unref();
    });
    next.on("notification", ({ channel, payload }) => {
      for (const { listener } of channels.get(channel) ?? []) listener(payload);
    });
    await next.connect();
    for (const channel of channels.keys()) await subscribe(next, channel);
    isReady = true;
    timer = setInterval(() => void beat(next), heartbeatMs).unref();
    for (const { listener } of everySubscriber()) listener(undefined);
  }
  // A connection that ends triggers the next try.
  const begin = () =>
    void (
      isStopped ||
      connect().catch((error) => {
        log(error);
        void client?.end().catch(log);
      })
    );

  /** Nothing arrives on a silently dead connection, so it is probed. */
  const beat = (of: pg.Client) =>
    query(of, "select 1").catch(() => {
      notifyLost();
      return of.end().catch(log);
    });

  return {
    listen(channel, listener, lost) {
      const known = channels.get(channel);
      const subscribers = known ?? new Set();
      const subscriber = { listener, lost };
      channels.set(channel, subscribers);
      subscribers.add(subscriber);
      if (client === undefined) begin();
      else if (!known && isReady)
        void subscribe(client, channel)
          .then(() => listener(undefined))
          .catch(log);
      return () => void subscribers.delete(subscriber);
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      notifyLost();
      // A silently dead connection does not respond to its termination either.
      await Promise.race([client?.end().catch(log), sleep(goodbyeMs, undefined, { ref: false })]);
    },
  };
}
