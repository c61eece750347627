import { laneCount } from "#app/domain/messaging/campaigns/lanes.ts";
import type { Outgoing } from "./outgoing.server.ts";

/** First in, first out; taking costs the same however long it is. */
class Fifo {
  #rows: Outgoing[] = [];
  #position = 0;

  get length(): number {
    return this.#rows.length - this.#position;
  }

  add(row: Outgoing): void {
    // What was taken is dropped only now and then, so that taking costs nothing.
    if (this.#position > 1000 && this.#position * 2 > this.#rows.length) {
      this.#rows = this.#rows.slice(this.#position);
      this.#position = 0;
    }
    this.#rows.push(row);
  }

  take(): Outgoing | undefined {
    return this.#position < this.#rows.length ? this.#rows[this.#position++] : undefined;
  }

  takeOut(leaves: (row: Outgoing) => boolean): Outgoing[] {
    const held = this.#rows.slice(this.#position);
    this.#rows = held.filter((row) => !leaves(row));
    this.#position = 0;
    return held.filter(leaves);
  }
}

/** Within a lane: single messages, then retries of campaigns, then ranges of campaigns. */
const kinds = 3;
const kindOf = ({ campaignId, leaseId }: Outgoing) => (leaseId !== null ? 2 : campaignId !== null ? 1 : 0);

/** A leased range of which nothing may be posted yet. */
interface Range {
  leaseId: string;
  lane: number;
  rows: Outgoing[];
}

/** What a dispatcher holds to be posted, lane by lane. Ranges that are not begun are read ahead, and none of their rows is taken. */
export class OutgoingQueue {
  readonly #queues = Array.from({ length: laneCount * kinds }, () => new Fifo());
  #ahead: Range[] = [];
  readonly #laneOf: (row: Outgoing) => number;

  constructor(laneOf: (row: Outgoing) => number) {
    this.#laneOf = laneOf;
  }

  get length(): number {
    return this.lengthThrough(laneCount - 1);
  }

  /** How many go no later than the last one of `lane`. */
  lengthThrough(lane: number): number {
    let length = this.readyThrough(lane);
    for (const range of this.#ahead) if (range.lane <= lane) length += range.rows.length;
    return length;
  }

  /** How many of those may be taken. */
  readyThrough(lane: number): number {
    let length = 0;
    for (const queue of this.#queues.slice(0, (lane + 1) * kinds)) length += queue.length;
    return length;
  }

  get singles(): number {
    return this.#queues.reduce((sum, queue, at) => (at % kinds === 0 ? sum + queue.length : sum), 0);
  }

  /** How many retries of campaigns wait in each lane. */
  get retries(): number[] {
    return Array.from({ length: laneCount }, (_, lane) => this.#queues[lane * kinds + 1]!.length);
  }

  /** The lane of the row that is next; null when there is none. */
  get nextLane(): number | null {
    const first = this.#queues.findIndex((queue) => queue.length > 0);
    return first < 0 ? null : Math.floor(first / kinds);
  }

  add(rows: readonly Outgoing[]): void {
    for (const row of rows) this.#queues[this.#laneOf(row) * kinds + kindOf(row)]!.add(row);
  }

  addAhead(leaseId: string, rows: Outgoing[]): void {
    const [first] = rows;
    if (first) this.#ahead.push({ leaseId, lane: this.#laneOf(first), rows });
  }

  /** The lease to begin: of the range that is next, when fewer than `few` rows that may be taken go no later. */
  leaseToBegin(few: number): string | undefined {
    if (this.#ahead.length === 0) return undefined;
    const next = this.#ahead.reduce((first, range) => (range.lane < first.lane ? range : first));
    return this.readyThrough(next.lane) < few ? next.leaseId : undefined;
  }

  /** From now on its rows may be taken. */
  begin(leaseId: string): void {
    this.add(this.drop(leaseId));
  }

  /** Takes out a range that was read ahead. */
  drop(leaseId: string): Outgoing[] {
    const dropped = this.#ahead.filter((range) => range.leaseId === leaseId);
    this.#ahead = this.#ahead.filter((range) => range.leaseId !== leaseId);
    return dropped.flatMap(({ rows }) => rows);
  }

  take(): Outgoing | undefined {
    return this.#queues.find((queue) => queue.length > 0)?.take();
  }

  /** Takes out everything that `leaves`, in order. */
  takeOut(leaves: (row: Outgoing) => boolean): Outgoing[] {
    const ahead = this.#ahead.flatMap(({ rows }) => rows.filter(leaves));
    this.#ahead = this.#ahead.map((range) => ({ ...range, rows: range.rows.filter((row) => !leaves(row)) }));
    this.#ahead = this.#ahead.filter(({ rows }) => rows.length > 0);
    return [...this.#queues.flatMap((queue) => queue.takeOut(leaves)), ...ahead];
  }
}
