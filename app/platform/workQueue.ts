import { platformError } from "./errors.ts";

/**
 * Lets at most `atOnce` pieces of costly work run together in this process. Up to `waiting` more stand in line; what comes
 * then is refused, so that a flood of one kind of work leaves threads and memory to all others.
 */
export function createWorkQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const line: (() => void)[] = [];
  let running = 0;

  /** @throws DomainError `server.busy` (503) when the line is full, and whatever `work` throws. */
  return async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve));
    else throw busy();
    try {
      return await work();
    } finally {
      // Whoever waits takes the place over, so that nobody who comes now gets ahead.
      const next = line.shift();
      if (next) next();
      else running--;
    }
  };
}

const busy = () => platformError("server.busy", { retryAfterSeconds: 5 });
