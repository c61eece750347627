import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { Breaker } from "./breaker.ts";
import { Connections } from "./connections.ts";
import { Dispatcher } from "./dispatcher.server.ts";
import { DoorWatch } from "./doorWatch.server.ts";
import { livingSenders, type NumberWithWork, numbersHeld, numbersWithWork } from "./numbers.server.ts";
import { endUnknownOfCancelled } from "./results.server.ts";

/** Channel on which a verb says that a phone number has something to send or to stop; the payload is its id. */
export const senderChannel = "tarishi_sender";

const scanEveryMs = 1000;
/** A number beyond our share is left to the other processes for so long; then one that does not take it is not waited for. */
const leaveToOthersMs = 3000;
/** What is beyond our share goes to the others once we have sent for it so long. */
const giveAwayAfterMs = 10_000;

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
  const door = new DoorWatch(services.db.system);
  const processId = options.processId ?? newId("evt");
  const dispatchers = new Map<string, Dispatcher>();
  const startedAt = new Map<string, number>();
  const breakers = new Map<string, Breaker>();
  const connections = new Connections(services.graph.sendingConnections);
  /** Since when nobody has sent for a number that has something to send. */
  const freeSince = new Map<string, number>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let endedAt = 0;
  let scanning = Promise.resolve();

  async function scan(): Promise<void> {
    const { system } = services.db;
    const numbers = await numbersWithWork(system);
    const held = await numbersHeld(system);
    const living = await livingSenders(system);
    const share = Math.ceil(numbers.length / living);
    if (Date.now() - endedAt > 30_000) {
      endedAt = Date.now();
      await endUnknownOfCancelled(services, services.config.unknownGraceSeconds);
    }
    // One that hangs is forgotten: its hold is over, so another one may send for the number, here or elsewhere.
    for (const [phoneNumberId, dispatcher] of dispatchers)
      if (dispatcher.isLost) forget(phoneNumberId, dispatcher);
    const free = numbers.filter(
      ({ phoneNumberId }) => !held.has(phoneNumberId) && !dispatchers.has(phoneNumberId),
    );
    const ours = numbers.filter(({ phoneNumberId }) => dispatchers.has(phoneNumberId));
    const isFree = new Set(free.map(({ phoneNumberId }) => phoneNumberId));
    for (const phoneNumberId of freeSince.keys())
      if (!isFree.has(phoneNumberId)) freeSince.delete(phoneNumberId);
    let room = share - ours.length;
    for (const number of free) {
      const now = performance.now();
      const since = freeSince.get(number.phoneNumberId) ?? now;
      freeSince.set(number.phoneNumberId, since);
      if (stopped || (room <= 0 && now - since < leaveToOthersMs)) continue;
      begin(number);
      room -= 1;
    }
    giveAway(ours.slice(share));
  }

  function begin(number: NumberWithWork): void {
    const { phoneNumberId } = number;
    if (dispatchers.has(phoneNumberId)) return;
    const breaker = breakers.get(phoneNumberId) ?? new Breaker();
    breakers.set(phoneNumberId, breaker);
    const dispatcher = new Dispatcher(services, {
      ...number,
      processId,
      graceSeconds: services.config.unknownGraceSeconds,
      maxInFlight: options.maxInFlight ?? 256,
      connections,
      door,
      breaker,
    });
    dispatchers.set(phoneNumberId, dispatcher);
    startedAt.set(phoneNumberId, performance.now());
    void dispatcher.done.finally(() => forget(phoneNumberId, dispatcher));
  }

  function forget(phoneNumberId: string, dispatcher: Dispatcher): void {
    if (dispatchers.get(phoneNumberId) !== dispatcher) return;
    dispatchers.delete(phoneNumberId);
    startedAt.delete(phoneNumberId);
    if (!breakers.get(phoneNumberId)?.isOpen) breakers.delete(phoneNumberId);
  }

  /** Stops sending for numbers beyond our share that we have had long enough; others take them. */
  function giveAway(surplus: readonly NumberWithWork[]): void {
    const before = performance.now() - giveAwayAfterMs;
    for (const { phoneNumberId } of surplus)
      if ((startedAt.get(phoneNumberId) ?? before) < before) void dispatchers.get(phoneNumberId)?.stop();
  }

  const scanSoon = (ms: number) => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      scanning = scan()
        .catch((error: unknown) => services.log.warn({ err: error }, "sender scan"))
        .finally(() => scanSoon(scanEveryMs));
    }, ms);
  };

  // Without a number, something may have been missed.
  const leave = services.db.listen(senderChannel, (phoneNumberId) => {
    const dispatcher = phoneNumberId ? dispatchers.get(phoneNumberId) : undefined;
    if (dispatcher) dispatcher.notify();
    else if (!stopped) scanSoon(0);
  });
  scanSoon(0);

  return {
    async stop() {
      stopped = true;
      leave();
      clearTimeout(timer);
      await scanning;
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.stop()));
    },
  };
}
