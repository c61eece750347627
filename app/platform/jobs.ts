import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";

/** One kind of work after the response. Its handler is in the worker, which knows every room. */
export interface Job<S extends z.ZodType = z.ZodType> {
  name: string;
  payload: S;
  /** Tries after the first failure, with growing delays. */
  retryLimit?: number;
  /** Cron expression in UTC; such a job is created by the clock, with an empty payload. */
  every?: string;
  /** The concurrency in a process: by default 2, and 1 for scheduled ones. */
  concurrency?: number;
  /**
   * Workers send heartbeats; a job without one for this long is retried. Otherwise after a quarter of an
   * hour.
   */
  heartbeatSeconds?: number;
  /** Its statements may take many minutes. */
  isLong?: boolean;
}

export const job = <S extends z.ZodType>(definition: Job<S>): Job<S> => definition;

export interface Jobs {
  /**
   * Enqueues a job; with `tx` it exists exactly when that transaction commits. `key`: requests of one key
   * within a second share a job that starts after them.
   */
  enqueue<S extends z.ZodType>(
    definition: Job<S>,
    payload: z.input<S>,
    options?: { tx?: Tx; startAfter?: Date; key?: string },
  ): Promise<void>;
  /** Retries a finally failed job once more. */
  retry(name: string, id: string): Promise<void>;
  /** Cancels a job that is not done yet. */
  cancel(name: string, id: string): Promise<void>;
}
