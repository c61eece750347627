import type { Queryable } from "#app/db/client.server.ts";
import { intakeOpenSince } from "./heartbeats.server.ts";

/**
 * The state of webhooks that a claim of messages in doubt needs. Pending ones of its number are checked by
 * the claim itself.
 */
export interface IntakeState {
  /** Since when webhooks have been stored without interruption; null while they can't be. */
  intakeOpenSince: Date | null;
  /** Every webhook with a smaller id is applied. */
  lowWater: number;
}

const freshMs = 1000;
/** Longer than a statement that stores webhooks may take: by then every id up to the newest is there, or never will be. */
const settledMs = 30_000;

/**
 * Reads the state of webhooks once a second for all dispatchers of a process. Entries of applied webhooks
 * stay in the index while a transaction reads an old snapshot, so those below the first pending one are not
 * read again.
 */
export class IntakeWatch {
  readonly #client: Queryable;
  #askedAt = Number.NEGATIVE_INFINITY;
  #answer: Promise<IntakeState> | undefined;
  #lowWater = 0;
  /** The newest id at an earlier time. */
  #newest: { id: number; at: number } | undefined;

  constructor(client: Queryable) {
    this.#client = client;
  }

  read(): Promise<IntakeState> {
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

  async #read(): Promise<IntakeState> {
    const at = performance.now();
    const { rows } = await this.#client.query<{ first: number | null; newest: number }>({
      name: "first-waiting-webhook",
      text: `select coalesce(pg_sequence_last_value('webhook_events_id_seq'), 0)::float8 as newest,
        (select id from webhook_events where id >= $1 order by id limit 1) as first`,
      values: [this.#lowWater],
    });
    const { first, newest } = rows[0]!;
    this.#newest ??= { id: newest, at };
    if (at - this.#newest.at > settledMs) {
      this.#lowWater = Math.max(this.#lowWater, Math.min(this.#newest.id, first ?? newest));
      this.#newest = { id: newest, at };
    }
    return { intakeOpenSince: await intakeOpenSince(this.#client), lowWater: this.#lowWater };
  }
}
