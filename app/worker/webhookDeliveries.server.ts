import { randomUUID } from "node:crypto";
import { isSuccess, send, settle } from "#app/domain/record/webhooks/deliver.server.ts";
import { EndpointQueues } from "#app/domain/record/webhooks/endpointQueues.ts";
import {
  holdEndpoints,
  holdMs,
  maxHeldAtOnce,
  nextDeliveryAt,
  releaseEndpoints,
} from "#app/domain/record/webhooks/holds.server.ts";
import { type DueDelivery, readDue } from "#app/domain/record/webhooks/readDue.server.ts";
import { deliveriesChannel } from "#app/domain/record/webhooks/subscriber.ts";
import type { Services } from "#app/platform/context.ts";
import { createHookClient, type HookClient } from "#app/providers/webhooks/post.server.ts";
import { createAlarm } from "./alarm.ts";
import { restMs } from "./restMs.ts";

/** Rows stored or completed within this time are read together. */
const paceMs = 5;
const firstErrorMs = 250;
const maxErrorMs = 5000;
const atOnce = 1000;
/** The limit in memory of a process; unresponsive endpoints hold a few each. */
const mostInMemory = 2000;
/** Holds of endpoints in use are renewed in time. */
const searchEveryMs = holdMs / 6;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const hookClientOf = (services: Services): HookClient =>
  createHookClient({ allowLoopback: services.config.webhooksToLoopback });

/**
 * Sends, for every endpoint, as many due deliveries as its in-flight limit, once: for tests. Returns their
 * number.
 */
export async function deliverDue(services: Services, hooks: HookClient): Promise<number> {
  const holder = randomUUID();
  try {
    const held = await holdEndpoints(services, holder, true);
    const wanted = held.map(({ maxInFlight, ...endpoint }) => ({ ...endpoint, room: maxInFlight }));
    const due = await readDue(services, holder, wanted, { except: [], atMost: atOnce });
    await Promise.all(due.map(async (each) => settle(services, each, await send(services, hooks, each))));
    return due.length;
  } finally {
    await releaseEndpoints(services, holder);
  }
}

/** Delivers events to organisations' systems as they happen. Safe in any number of processes. */
export function startWebhookDeliveries(services: Services): { stop(): Promise<void> } {
  const hooks = hookClientOf(services);
  const holder = randomUUID();
  const queues = new EndpointQueues();
  const underWay = new Set<Promise<void>>();
  const alarm = createAlarm();
  /** When endpoints are searched again, by `performance.now`. */
  let searchAt = 0;
  /** `lookAt` is no later than the next due delivery. */
  let knowsNext = false;
  let stopped = false;
  const now = () => services.clock.now().getTime();
  const searchNow = () => {
    searchAt = 0;
    alarm.wake();
  };
  const unlisten = services.db.listen(deliveriesChannel, searchNow);

  function begin(due: readonly DueDelivery[]): void {
    if (stopped) return;
    for (const each of due) {
      const work = deliver(each).finally(() => underWay.delete(work));
      underWay.add(work);
    }
  }

  async function deliver(due: DueDelivery): Promise<void> {
    let isFree = false;
    const free = (answer: { isSuccess: boolean; durationMs: number }) => {
      if (isFree) return;
      isFree = true;
      const { next, wantsMore } = queues.answered(due, answer, now());
      begin(next);
      if (wantsMore) alarm.wake();
    };
    try {
      const sent = await send(services, hooks, due);
      const answer = { isSuccess: isSuccess(sent), durationMs: sent.answer.durationMs };
      if (answer.isSuccess) free(answer);
      await settle(services, due, sent);
      const wasFull = queues.size >= mostInMemory;
      queues.settled(due);
      free(answer);
      // It is due again later.
      if (!answer.isSuccess) knowsNext = false;
      if (wasFull || !answer.isSuccess) alarm.wake();
    } catch (error) {
      services.log.warn({ err: error, deliveryId: due.id }, "webhook delivery");
      free({ isSuccess: false, durationMs: 0 });
      // Retried with a delay as long as its result can't be stored.
      setTimeout(() => {
        queues.settled(due);
        searchNow();
      }, holdMs).unref();
    }
  }

  /** Holds endpoints that have something due. */
  async function searchEndpoints(): Promise<void> {
    searchAt = Number.POSITIVE_INFINITY;
    knowsNext = false;
    queues.expectMore();
    const held = await holdEndpoints(services, holder, queues.size < mostInMemory);
    queues.hold(held);
    if (held.length === maxHeldAtOnce) searchAt = 0;
  }

  async function read(): Promise<void> {
    const atMost = Math.min(atOnce, mostInMemory - queues.size);
    if (atMost <= 0) return;
    const wanted = queues.wanted(now());
    const due = await readDue(services, holder, wanted, { except: queues.known, atMost });
    queues.add(wanted, due, now(), due.length === atMost);
    begin(queues.start(now()));
    if (due.length > 0) searchAt = Math.min(searchAt, performance.now() + searchEveryMs);
  }

  async function rest(): Promise<void> {
    if (!knowsNext) {
      knowsNext = true;
      const { busy } = queues;
      const ms = restMs(await nextDeliveryAt(services, holder, busy), services.clock.now());
      searchAt = Math.min(searchAt, performance.now() + (busy.length > 0 ? Math.min(ms, searchEveryMs) : ms));
    }
    await alarm.sleep(Math.max(0, searchAt - performance.now()));
  }

  const done = (async () => {
    let errorMs = firstErrorMs;
    while (!stopped) {
      try {
        if (performance.now() >= searchAt) await searchEndpoints();
        await read();
        errorMs = firstErrorMs;
        await pause(paceMs);
        if (queues.size >= mostInMemory || !queues.wantsMore) await rest();
      } catch (error) {
        services.log.warn({ err: error }, "webhook deliveries");
        errorMs = Math.min(maxErrorMs, errorMs * 2);
        searchAt = 0;
        await alarm.sleep(errorMs);
      }
    }
  })();
  return {
    async stop() {
      stopped = true;
      unlisten();
      alarm.wake();
      await done;
      await hooks.close();
      await Promise.all(underWay);
      await releaseEndpoints(services, holder).catch((error: unknown) =>
        services.log.warn({ err: error }, "webhook deliveries"),
      );
    },
  };
}
