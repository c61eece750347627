import { platformError } from "#app/platform/errors.ts";

interface QueueLimits {
  atOnce: number;
  waiting: number;
  /** The longest time in the queue. */
  waitMs?: number;
}

/**
 * Limits costly work in this process to `atOnce` at a time. Up to `waiting` more are queued; further work is
 * refused, so that a flood of one kind leaves threads and memory to others.
 */
export function createWorkQueue({ atOnce, waiting, waitMs }: QueueLimits) {
  const line: (() => void)[] = [];
  let running = 0;

  const standInLine = () =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        line.splice(line.indexOf(begin), 1);
        reject(busy());
      };
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      line.push(begin);
    });

  /**
   * @throws DomainError `server.busy` (503) when the queue is full or too slow, and whatever `work` throws.
   */
  return async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else if (line.length < waiting) await standInLine();
    else throw busy();
    try {
      return await work();
    } finally {
      // The next in the queue takes the place, ahead of newcomers.
      const next = line.shift();
      if (next) next();
      else running--;
    }
  };
}

/** A work queue per name, such as an organisation's: the flood of one leaves room for all others. */
export function createLanes(limits: QueueLimits) {
  const lanes = new Map<string, { queued: ReturnType<typeof createWorkQueue>; users: number }>();

  /**
   * @throws DomainError `server.busy` (503) when this name's queue is full or too slow, and whatever `work`
   * throws.
   */
  return async function inLane<T>(name: string, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(name) ?? { queued: createWorkQueue(limits), users: 0 };
    lanes.set(name, lane);
    lane.users += 1;
    try {
      return await lane.queued(work);
    } finally {
      lane.users -= 1;
      if (lane.users === 0) lanes.delete(name);
    }
  };
}

const busy = () => platformError("server.busy", { retryAfterSeconds: 5 });
