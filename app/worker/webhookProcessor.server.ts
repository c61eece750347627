import { type Applied, applyWaiting } from "#app/domain/messaging/webhooks/apply.server.ts";
import { createWaitingList, type WaitingAccounts } from "#app/domain/messaging/webhooks/waiting.server.ts";
import { webhooksChannel } from "#app/domain/whatsapp/webhookEvents/append.server.ts";
import type { Services } from "#app/platform/context.ts";
import { createAlarm } from "./alarm.ts";

/** Webhooks with a lost notification are found by then. */
const sweepMs = 5000;
/** Organisations at once; each has a connection. */
const atOnce = 4;
/** How long to wait for another process's work. */
const busyMs = 100;
const firstBlockedMs = 2000;
const maxBlockedMs = 10_000;
const firstErrorMs = 200;
const maxErrorMs = 5000;

/** Applies stored webhooks as they arrive, several organisations at once. Safe in any number of processes. */
export function startWebhookProcessor(platform: Services): { stop(): Promise<void> } {
  const services = { ...platform, db: platform.db.for("webhooks") };
  const list = createWaitingList(services.db.system);
  const alarm = createAlarm();
  const unlisten = services.db.listen(webhooksChannel, alarm.wake);
  const underWay = new Map<string, Promise<void>>();
  const begunAt = new Map<string, number>();
  /** The last look left some waiting: there is another one as soon as a place is free. */
  let isOwed = false;
  const resting = createResting();
  let stopped = false;

  function begin(key: string, waiting: WaitingAccounts): void {
    const work = applyLogged(services, waiting).then(({ state, isAll }) => {
      resting.note(key, state);
      underWay.delete(key);
      isOwed ||= !isAll;
      if (isOwed || stopped) alarm.wake();
    });
    underWay.set(key, work);
  }

  /**
   * Customers' messages come first, except for the last place, which goes to the organisation served longest
   * ago. Returns whether it left some.
   */
  async function beginWaiting(): Promise<boolean> {
    const keyed = (await list()).map((waiting) => ({ key: waiting.orgId ?? "", waiting }));
    const hasMore = keyed.some(({ key }) => underWay.has(key));
    const free = keyed.filter(({ key }) => !underWay.has(key) && !resting.has(key));
    if (keyed.length === 0) begunAt.clear();
    free.sort((one, other) => (begunAt.get(one.key) ?? 0) - (begunAt.get(other.key) ?? 0));
    while (free.length > 0 && underWay.size < atOnce) {
      const urgent = underWay.size < atOnce - 1 ? free.findIndex(({ waiting }) => waiting.isUrgent) : -1;
      const [next] = free.splice(Math.max(urgent, 0), 1);
      begunAt.set(next!.key, performance.now());
      begin(next!.key, next!.waiting);
    }
    return hasMore || free.length > 0;
  }

  const done = (async () => {
    let errorMs = firstErrorMs;
    while (!stopped) {
      try {
        isOwed = underWay.size >= atOnce || (await beginWaiting());
        errorMs = firstErrorMs;
        await alarm.sleep(Math.min(sweepMs, resting.nextEndMs()));
      } catch (error) {
        services.log.warn({ err: error }, "webhook processor");
        errorMs = Math.min(maxErrorMs, errorMs * 2);
        await alarm.sleep(errorMs);
      }
    }
    await Promise.all(underWay.values());
  })();
  return {
    stop() {
      stopped = true;
      unlisten();
      alarm.wake();
      return done;
    },
  };
}

const applyLogged = (services: Services, waiting: WaitingAccounts): Promise<Applied> =>
  applyWaiting(services, waiting).catch((error: unknown) => {
    services.log.warn({ err: error }, "webhook processor");
    return { state: "blocked" };
  });

/** Organisations whose webhooks are postponed, longer each time that they are blocked again. */
function createResting() {
  const rests = new Map<string, { until: number; ms: number }>();
  return {
    has: (key: string) => (rests.get(key)?.until ?? 0) > performance.now(),
    note(key: string, state: "applied" | "busy" | "blocked"): void {
      if (state === "applied") {
        rests.delete(key);
        return;
      }
      const before = rests.get(key)?.ms ?? firstBlockedMs / 2;
      const ms = state === "busy" ? busyMs : Math.min(maxBlockedMs, Math.max(firstBlockedMs, before * 2));
      rests.set(key, { until: performance.now() + ms, ms });
    },
    nextEndMs(): number {
      const now = performance.now();
      const ends = [...rests.values()].map(({ until }) => until - now).filter((ms) => ms > 0);
      return Math.max(1, Math.min(sweepMs, ...ends));
    },
  };
}
