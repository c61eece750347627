import type { Queryable } from "#app/db/client.server.ts";
import { EndedSessions, type Lifeline, sendingSessions } from "./lifeline.server.ts";
import { type NumberWithWork, numbersHeld } from "./numbers.server.ts";

/** More numbers than our share are tolerated up to this part of it: shares change with every number that is done. */
const toleratedPart = 40;
/** Numbers have changed hands so long after a process has come or gone. */
const changeMs = 10_000;

export interface Share {
  /** How many numbers are ours to send for. */
  size: number;
  /** Numbers without a sender; those that this process is to begin with come first. */
  free: NumberWithWork[];
  /** Sessions of killed processes, whose holds may be taken. */
  silent: string[];
  /** A process has come or gone just now. */
  isChanging: boolean;
}

/**
 * Our part of `count` things: parts differ by one at most. `members` are in the same order for all, with or without
 * `own`.
 */
export function partOf(count: number, members: readonly string[], own: string) {
  const all = members.includes(own) ? members : [...members, own];
  const rank = all.indexOf(own);
  const size = Math.floor(count / all.length) + (rank < count % all.length ? 1 : 0);
  return { size, start: Math.floor((count * rank) / all.length) };
}

/** How many of `held` numbers to give away. */
export function surplusOf(held: number, share: number): number {
  const surplus = held - share;
  return surplus > Math.floor(share / toleratedPart) ? surplus : 0;
}

const nothing: Share = {
  size: Number.POSITIVE_INFINITY,
  free: [],
  silent: [],
  isChanging: false,
};

/** How the numbers are shared out between the processes that send. */
export class Shares {
  readonly #client: Queryable;
  readonly #lifeline: Lifeline;
  readonly #ended = new EndedSessions();
  #sharing = "";
  #changedAt = Number.NEGATIVE_INFINITY;

  constructor(client: Queryable, lifeline: Lifeline) {
    this.#client = client;
    this.#lifeline = lifeline;
  }

  /** Our share of the `numbers` with work and of all that are held. */
  async read(numbers: readonly NumberWithWork[]): Promise<Share> {
    if (numbers.length === 0) return nothing;
    const own = await this.#lifeline.session();
    const held = await numbersHeld(this.#client);
    const { alive, sharing } = await sendingSessions(this.#client);
    const now = performance.now();
    const silent = this.#ended.silent(held.values(), alive, now);
    if (this.#sharing !== sharing.join()) this.#changedAt = now;
    this.#sharing = sharing.join();
    for (const [phoneNumberId, session] of held) if (silent.includes(session)) held.delete(phoneNumberId);
    // A held number whose messages wait for a retry counts although nothing is due.
    const all = new Set([...held.keys(), ...numbers.map(({ phoneNumberId }) => phoneNumberId)]);
    const free = numbers
      .filter(({ phoneNumberId }) => !held.has(phoneNumberId))
      .sort((a, b) => (a.phoneNumberId < b.phoneNumberId ? -1 : 1));
    const { start } = partOf(free.length, sharing, own.id);
    return {
      size: partOf(all.size, sharing, own.id).size,
      free: [...free.slice(start), ...free.slice(0, start)],
      silent,
      isChanging: now - this.#changedAt < changeMs,
    };
  }
}
