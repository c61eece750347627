import { setTimeout as sleep } from "node:timers/promises";
import { senderChannel, senderNoticeOf } from "#app/domain/messaging/messages/wakeSender.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { Alarm } from "./alarm.ts";
import { Breaker } from "./breaker.ts";
import { Connections } from "./connections.ts";
import { Dispatcher } from "./dispatcher.server.ts";
import type { NumberWithWork } from "./numbers.server.ts";
import { ResultWriter } from "./resultWriter.ts";
import { Shares, surplusOf } from "./shares.server.ts";
import { Starts } from "./starts.ts";
import { type NumberTenure, TenureKeeper } from "./tenure.server.ts";
import { numbersLeftBehind } from "./work.server.ts";
import { WorkSearch } from "./workSearch.server.ts";

/** While there is something to send, and when notifications are relied on alone. */
const scanEveryMs = 1000;
const scanIdleEveryMs = 5000;
/** While numbers change hands, between two scans, which read far more. */
const shareEveryMs = 200;
/** Many notifications share a scan. */
const scanGapMs = 20;
/** Numbers beyond our share are released to other processes after this long. */
const giveAwayAfterMs = 2000;
/** Numbers started at the same time, per database connection; the others wait without a query. */
const startsPerConnection = 2;
/** Connections reserved for reads. */
const readingConnections = 4;

export interface SenderOptions {
  processId?: string;
  maxInFlight?: number;
}

/**
 * Gives every phone number that has something to send a dispatcher, in this process or another. Safe to run in any
 * number of processes on one database.
 */
export function startSender(platform: Services, options: SenderOptions = {}): { stop(): Promise<void> } {
  const services = { ...platform, db: platform.db.for("sender") };
  const { system } = services.db;
  const graceSeconds = services.config.unknownGraceSeconds;
  const mostConnections = system.options.max ?? 10;
  const search = new WorkSearch(services, graceSeconds);
  const tenures = new TenureKeeper(services, options.processId ?? newId("evt"));
  const writer = new ResultWriter(Math.max(2, mostConnections - readingConnections));
  const dispatchers = new Map<string, Dispatcher>();
  const startedAt = new Map<string, number>();
  const breakers = new Map<string, Breaker>();
  const connections = new Connections(services.graph.sendingConnections);
  const shares = new Shares(system, tenures.lifeline);
  const starts = new Starts(startsPerConnection * mostConnections, (numbers) => void begin(numbers));
  const alarm = new Alarm();
  let stopped = false;
  let silent: readonly string[] = [];

  /** Searches for numbers to start; returns in how many milliseconds to search again. */
  async function scan(): Promise<number> {
    const work = await search.read();
    // A hanging one is dropped: its tenure is over, so that another can send for the number.
    for (const [phoneNumberId, dispatcher] of dispatchers)
      if (dispatcher.isLost) forget(phoneNumberId, dispatcher);
    const againAt = performance.now() + scanEveryMs;
    let isChanging = await shareOut(work.numbers);
    while (isChanging && !stopped && performance.now() < againAt) {
      if (await alarm.sleep(shareEveryMs)) return 0;
      isChanging = await shareOut(work.numbers);
    }
    if (work.numbers.length > 0 || work.inDoubt.length > 0) return Math.max(0, againAt - performance.now());
    return Math.min(scanIdleEveryMs, work.nextDueMs ?? scanIdleEveryMs);
  }

  /** Starts our share of the numbers and gives away what is more; returns whether numbers are changing hands. */
  async function shareOut(numbers: readonly NumberWithWork[]): Promise<boolean> {
    const share = await shares.read(numbers);
    silent = share.silent;
    const free = share.free.filter(({ phoneNumberId }) => !dispatchers.has(phoneNumberId));
    starts.wait(free, { share: share.size, running: dispatchers.keys() }, performance.now());
    giveAway(surplusOf(dispatchers.size, share.size));
    return share.isChanging;
  }

  /** Acquires the numbers and sends for those that no one else has. */
  async function begin(numbers: readonly NumberWithWork[]): Promise<void> {
    const taken: NumberTenure[] = [];
    try {
      taken.push(...(await tenures.take(numbers, silent)));
      const leftBehind = taken.length > 0 ? await numbersLeftBehind(system, taken) : new Set<string>();
      const held = new Map(taken.splice(0).map((tenure) => [tenure.phoneNumberId, tenure]));
      for (const number of numbers) {
        const tenure = held.get(number.phoneNumberId);
        if (tenure) dispatch(number, tenure, tenure.wasAbandoned || leftBehind.has(number.phoneNumberId));
        else starts.ended(number.phoneNumberId);
      }
    } catch (error) {
      services.log.warn({ err: error }, "sender could not begin with its numbers");
      for (const { phoneNumberId } of numbers) starts.ended(phoneNumberId);
      for (const tenure of taken) void tenures.release(tenure);
    }
  }

  function dispatch(number: NumberWithWork, tenure: NumberTenure, hasLeftovers: boolean): void {
    const { phoneNumberId } = number;
    const breaker = breakers.get(phoneNumberId) ?? new Breaker();
    breakers.set(phoneNumberId, breaker);
    const dispatcher = new Dispatcher(services, {
      ...number,
      tenure,
      hasLeftovers,
      graceSeconds,
      maxInFlight: options.maxInFlight ?? 256,
      connections,
      tenures,
      writer,
      intake: search.intake,
      statuses: search.statuses,
      breaker,
      onStarted: () => starts.ended(phoneNumberId),
    });
    dispatchers.set(phoneNumberId, dispatcher);
    startedAt.set(phoneNumberId, performance.now());
    if (stopped) void dispatcher.stop();
    else if (starts.takeNotified(phoneNumberId)) dispatcher.notify();
    void dispatcher.done.finally(() => forget(phoneNumberId, dispatcher));
  }

  function forget(phoneNumberId: string, dispatcher: Dispatcher): void {
    if (dispatchers.get(phoneNumberId) !== dispatcher) return;
    dispatchers.delete(phoneNumberId);
    startedAt.delete(phoneNumberId);
    if (!breakers.get(phoneNumberId)?.isOpen) breakers.delete(phoneNumberId);
    // The work known at the last check.
    if (dispatcher.isNotified) alarm.wake();
  }

  /** Stops sending for so many numbers that we have had long enough; others take them. */
  function giveAway(surplus: number): void {
    const before = performance.now() - giveAwayAfterMs;
    const given = [...dispatchers].filter(([number]) => (startedAt.get(number) ?? before) < before);
    for (const [, dispatcher] of given.slice(0, surplus)) void dispatcher.stop();
  }

  async function scanAgainAndAgain(): Promise<void> {
    while (!stopped) {
      const againMs = await scan().catch((error: unknown) => {
        services.log.warn({ err: error }, "sender scan");
        return scanEveryMs;
      });
      await sleep(scanGapMs);
      if (!stopped) await alarm.sleep(againMs);
    }
  }

  const leave = services.db.listen(senderChannel, (payload) => {
    // Without a number, something may have been missed of any.
    if (payload === undefined) for (const dispatcher of dispatchers.values()) dispatcher.notify();
    const { phoneNumberId, isOfNew } = senderNoticeOf(payload ?? "");
    if (dispatchers.has(phoneNumberId)) dispatchers.get(phoneNumberId)!.notify(isOfNew);
    else if (!phoneNumberId || !starts.notify(phoneNumberId)) alarm.wake();
  });
  // Also without numbers, so that others leave us our share from the beginning.
  tenures.lifeline.session().catch((error: unknown) => services.log.warn({ err: error }, "sender session"));
  const scanning = scanAgainAndAgain();

  return {
    async stop() {
      stopped = true;
      leave();
      const left = tenures.lifeline.leave();
      alarm.wake();
      await scanning;
      await starts.stop();
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.stop()));
      await left;
      await tenures.stop();
    },
  };
}
