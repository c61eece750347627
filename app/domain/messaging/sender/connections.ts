import { lanes } from "#app/domain/messaging/campaigns/lanes.ts";

/** A waiting caller. */
export interface Turn {
  orgId: string;
  /** The lane of its next message; null when it has nothing to post. */
  lane(): number | null;
  /** Called with a free connection; returned by `release`. */
  post(): void;
}

/**
 * Connections reserved for one-time codes and replies, which would otherwise wait for Meta's slow responses.
 */
const reservedCount = 32;

const isUrgent = (lane: number) => lane <= lanes.reply;

/**
 * One process's connections to Meta. Waiting happens here and not in the client's queue, so that the next
 * caller is chosen when a connection becomes free: one-time codes and replies first, then the organisations
 * in turn.
 */
export class Connections {
  #free: number;
  readonly #reserved: number;
  readonly #waiting = new Set<Turn>();
  /** When each organisation had its last turn, counted in turns. */
  readonly #served = new Map<string, number>();
  #turns = 0;
  #next: NodeJS.Immediate | undefined;

  constructor(count: number) {
    this.#free = count;
    this.#reserved = Math.min(reservedCount, Math.floor(count / 4));
  }

  #isFreeFor(lane: number): boolean {
    return this.#free > (isUrgent(lane) ? 0 : this.#reserved);
  }

  /** False when others come first: `turn.post` is called as soon as it is its turn. */
  take(turn: Turn, lane: number): boolean {
    // Campaigns may be waiting while connections are free: those are kept for the others.
    const isFirst = this.#waiting.size === 0 || (isUrgent(lane) && this.#next === undefined);
    if (isFirst && this.#isFreeFor(lane)) {
      this.#free -= 1;
      return true;
    }
    this.#waiting.add(turn);
    return false;
  }

  release(): void {
    this.#free += 1;
    if (this.#waiting.size === 0) return;
    this.#next ??= setImmediate(() => {
      this.#next = undefined;
      this.#serve();
    });
  }

  leave(turn: Turn): void {
    this.#waiting.delete(turn);
  }

  #serve(): void {
    for (let turn = this.#takeFirst(); turn; turn = this.#takeFirst()) {
      this.#free -= 1;
      this.#turns += 1;
      this.#served.set(turn.orgId, this.#turns);
      turn.post();
    }
    if (this.#waiting.size === 0) this.#served.clear();
  }

  /** The next caller with a free connection. Callers with nothing left to post are skipped. */
  #takeFirst(): Turn | undefined {
    let first: { turn: Turn; lane: number; served: number } | undefined;
    for (const turn of this.#waiting) {
      const own = turn.lane();
      if (own === null) {
        this.#waiting.delete(turn);
        continue;
      }
      const lane = Math.min(own, lanes.utility);
      const served = this.#served.get(turn.orgId) ?? 0;
      if (!first || lane < first.lane || (lane === first.lane && served < first.served))
        first = { turn, lane, served };
    }
    if (!first || !this.#isFreeFor(first.lane)) return undefined;
    this.#waiting.delete(first.turn);
    return first.turn;
  }
}
