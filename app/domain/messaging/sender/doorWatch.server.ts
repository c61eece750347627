import type { Queryable } from "#app/db/client.server.ts";
import { doorOpenSince } from "./heartbeats.server.ts";

/** What a claim of messages in doubt needs to know about webhooks. It looks for pending ones of its number itself. */
export interface DoorState {
  /** Since when webhooks could be taken without a break; null while they cannot. */
  doorOpenSince: Date | null;
  /** Every webhook with a smaller id is applied. */
  lowWater: number;
}

const freshMs = 1000;
/** Longer than a statement that stores webhooks may take: by then every id up to the newest is there, or never will be. */
const settledMs = 30_000;

/**
 * Looks at the webhooks once a second for all dispatchers of a process. Entries of applied ones stay in the index for as
 * long as someone reads an old state of the database, so those below the first that is not applied are not read again.
 */
export class DoorWatch {
  readonly #client: Queryable;
  #askedAt = Number.NEGATIVE_INFINITY;
  #answer: Promise<DoorState> | undefined;
  #lowWater = 0;
  /** The newest id of a while ago. */
  #newest: { id: number; at: number } | undefined;

  constructor(client: Queryable) {
    this.#client = client;
  }

  look(): Promise<DoorState> {
    if (!this.#answer || performance.now() - this.#askedAt > freshMs) {
      this.#askedAt = performance.now();
      const answer = this.#read();
      this.#answer = answer;
      // A failed lookup is returned only to its waiting callers.
      answer.catch(() => {
        if (this.#answer === answer) this.#answer = undefined;
      });
    }
    return this.#answer;
  }

  async #read(): Promise<DoorState> {
    const at = performance.now();
    const { rows } = await this.#client.query<{ first: number | null; newest: number }>({
      name: "first-waiting-webhook",
      text: `select coalesce((select max(id) from webhook_events), 0) as newest,
        (select id from webhook_events where processed_at is null and id >= $1 order by id limit 1) as first`,
      values: [this.#lowWater],
    });
    const { first, newest } = rows[0]!;
    this.#newest ??= { id: newest, at };
    if (at - this.#newest.at > settledMs) {
      this.#lowWater = Math.max(this.#lowWater, Math.min(this.#newest.id, first ?? newest));
      this.#newest = { id: newest, at };
    }
    return { doorOpenSince: await doorOpenSince(this.#client), lowWater: this.#lowWater };
  }
}
