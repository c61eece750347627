import type { HeldEndpoint } from "./holds.server.ts";
import type { DueDelivery, Wanted } from "./readDue.server.ts";

/**
 * An endpoint that responds within this time has deliveries read ahead, so that none waits for the database.
 */
const quickMs = 250;
const readAheadTimes = 4;
/** What was read longer ago is read again: its endpoint may be off, or its delivery done. */
const staleMs = 1000;

interface Queue {
  orgId: HeldEndpoint["orgId"];
  id: string;
  maxInFlight: number;
  heldUntil: number;
  waiting: DueDelivery[];
  readAt: number;
  inFlight: number;
  isQuick: boolean;
  /** The table may hold due deliveries that are not in memory. */
  mayHaveMore: boolean;
}

/**
 * Deliveries of the endpoints that a process holds: which may start, for which endpoints more are to be read, and which
 * ids it is working on. All times are milliseconds.
 */
export class EndpointQueues {
  readonly #queues = new Map<string, Queue>();
  readonly #known = new Set<string>();

  /** Deliveries in memory: waiting, in flight, or with a result that is not stored yet. */
  get size(): number {
    return this.#known.size;
  }

  get known(): string[] {
    return [...this.#known];
  }

  /** Ids of the endpoints with deliveries waiting or in flight. */
  get busy(): string[] {
    return [...this.#queues.values()].filter(isBusy).map(({ id }) => id);
  }

  /** Endpoints are held by this process until their time. */
  hold(held: readonly HeldEndpoint[]): void {
    for (const { orgId, id, maxInFlight, heldUntil } of held) {
      const key = keyOf(orgId, id);
      const queue = this.#queues.get(key) ?? emptyQueue(orgId, id);
      Object.assign(queue, { maxInFlight, heldUntil: heldUntil.getTime(), mayHaveMore: true });
      this.#queues.set(key, queue);
    }
  }

  /** Something was stored or became due, for an unknown endpoint. */
  expectMore(): void {
    for (const queue of this.#queues.values()) queue.mayHaveMore = true;
  }

  /** Endpoints of which more deliveries are to be read now; forgets those that are no longer held. */
  wanted(now: number): Wanted[] {
    const wanted: Wanted[] = [];
    for (const [key, queue] of this.#queues) {
      if (queue.heldUntil <= now) {
        this.#dropWaiting(queue);
        queue.mayHaveMore = false;
        if (queue.inFlight === 0) this.#queues.delete(key);
        continue;
      }
      if (!wantsMore(queue)) continue;
      const depth = queue.isQuick ? queue.maxInFlight * readAheadTimes : queue.maxInFlight;
      const room = depth - queue.inFlight - queue.waiting.length;
      if (room <= 0) continue;
      queue.mayHaveMore = false;
      wanted.push({ orgId: queue.orgId, id: queue.id, room });
    }
    return wanted;
  }

  /** Adds what was read for `wanted`. Whoever got all it had room for may have more. */
  add(wanted: readonly Wanted[], read: readonly DueDelivery[], now: number, wasCut: boolean): void {
    const counts = new Map<string, number>();
    for (const delivery of read) {
      const key = keyOf(delivery.orgId, delivery.endpointId);
      const queue = this.#queues.get(key);
      if (!queue || this.#known.has(delivery.id)) continue;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      this.#known.add(delivery.id);
      queue.maxInFlight = delivery.maxInFlight;
      queue.readAt = now;
      queue.waiting.push(delivery);
    }
    for (const { orgId, id, room } of wanted) {
      const key = keyOf(orgId, id);
      const queue = this.#queues.get(key);
      if (queue && (wasCut || (counts.get(key) ?? 0) >= room)) queue.mayHaveMore = true;
    }
  }

  /** Deliveries that may be sent now; each is in flight until `answered`. */
  start(now: number): DueDelivery[] {
    return [...this.#queues.values()].flatMap((queue) => this.#startOf(queue, now));
  }

  #startOf(queue: Queue, now: number): DueDelivery[] {
    if (queue.waiting.length > 0 && (queue.heldUntil <= now || now - queue.readAt > staleMs))
      this.#dropWaiting(queue);
    const room = Math.max(0, queue.maxInFlight - queue.inFlight);
    const started = queue.waiting.splice(0, room);
    queue.inFlight += started.length;
    return started;
  }

  /** Its place is free. Returns what may be sent to its endpoint next, and whether more should be read for it. */
  answered(
    delivery: DueDelivery,
    answer: { isSuccess: boolean; durationMs: number },
    now: number,
  ): { next: DueDelivery[]; wantsMore: boolean } {
    const queue = this.#queues.get(keyOf(delivery.orgId, delivery.endpointId))!;
    queue.inFlight -= 1;
    queue.isQuick = answer.isSuccess && answer.durationMs <= quickMs;
    // It may have been switched off by the failure.
    if (!answer.isSuccess) this.#dropWaiting(queue);
    return { next: this.#startOf(queue, now), wantsMore: wantsMore(queue) };
  }

  /** Its result is stored, so it is no longer due. */
  settled(delivery: DueDelivery): void {
    this.#known.delete(delivery.id);
  }

  /** Whether a read would find room. */
  get wantsMore(): boolean {
    return [...this.#queues.values()].some(wantsMore);
  }

  #dropWaiting(queue: Queue): void {
    for (const { id } of queue.waiting.splice(0)) this.#known.delete(id);
    queue.mayHaveMore = true;
  }
}

const keyOf = (orgId: string, id: string) => `${orgId} ${id}`;

const emptyQueue = (orgId: HeldEndpoint["orgId"], id: string): Queue => ({
  orgId,
  id,
  maxInFlight: 0,
  heldUntil: 0,
  waiting: [],
  readAt: 0,
  inFlight: 0,
  isQuick: false,
  mayHaveMore: true,
});

const isBusy = ({ waiting, inFlight }: Queue) => waiting.length > 0 || inFlight > 0;

/** Less is waiting than may be in flight at once. */
const wantsMore = ({ mayHaveMore, waiting, maxInFlight, inFlight, isQuick }: Queue) =>
  mayHaveMore && (isQuick ? waiting.length < maxInFlight : waiting.length + inFlight < maxInFlight);
