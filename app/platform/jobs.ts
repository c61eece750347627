import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";

/** One kind of work that happens after the answer. What is done with it stands in the worker, which knows every room. */
export interface Job<S extends z.ZodType = z.ZodType> {
  name: string;
  payload: S;
  /** Tries after the first failure, with growing delays. */
  retryLimit?: number;
  /** Cron expression in UTC; such a job is made by the clock, with an empty payload. */
  every?: string;
  /** At most this many run at once in a process: by default 2, and 1 of those with a schedule. */
  concurrency?: number;
  /** Who does it says so all the time; who has not for so long is dead, and it is done again. Else after a quarter of an hour. */
  heartbeatSeconds?: number;
  /** Its statements may take many minutes. */
  isLong?: boolean;
}

export const job = <S extends z.ZodType>(definition: Job<S>): Job<S> => definition;

export interface Jobs {
  /**
   * Enqueues a job; with `tx` it exists exactly when that transaction commits. `key`: requests of one key within a second
   * share a job that begins after them.
   */
  enqueue<S extends z.ZodType>(
    definition: Job<S>,
    payload: z.input<S>,
    options?: { tx?: Tx; startAfter?: Date; key?: string },
  ): Promise<void>;
  /** Has a job that failed for good done once more. */
  retry(name: string, id: string): Promise<void>;
  /** Gives up a job that is not done yet. */
  cancel(name: string, id: string): Promise<void>;
}
