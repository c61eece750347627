import type { Queryable } from "#app/db/client.server.ts";
import { webhooksWaiting } from "./claims.server.ts";
import { doorOpenSince } from "./hold.server.ts";

/** What a claim of messages in doubt must know of the webhooks. */
export interface DoorState {
  /** Since when webhooks could be taken without a break; null while they cannot. */
  doorOpenSince: Date | null;
  /** Some were taken and are still to be applied. */
  webhooksWait: boolean;
}

const freshMs = 1000;

/** Looks at the webhooks once a second for all dispatchers of a process: while many wait, looking is dear. */
export class DoorWatch {
  readonly #client: Queryable;
  #askedAt = Number.NEGATIVE_INFINITY;
  #answer: Promise<DoorState> | undefined;

  constructor(client: Queryable) {
    this.#client = client;
  }

  look(): Promise<DoorState> {
    if (!this.#answer || performance.now() - this.#askedAt > freshMs) {
      this.#askedAt = performance.now();
      const answer = readDoor(this.#client);
      this.#answer = answer;
      // A look that failed is nobody's answer but that of those who wait for it.
      answer.catch(() => {
        if (this.#answer === answer) this.#answer = undefined;
      });
    }
    return this.#answer;
  }
}

async function readDoor(client: Queryable): Promise<DoorState> {
  const { rows } = await client.query<{ waiting: boolean }>({
    name: "webhooks-waiting",
    text: `select exists (${webhooksWaiting}) as waiting`,
  });
  return { doorOpenSince: await doorOpenSince(client), webhooksWait: rows[0]!.waiting };
}
