import { platformError } from "#app/platform/errors.ts";

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

type Run<Item, Result> = (items: Item[]) => Promise<readonly Result[]>;

interface LaneLimits {
  /** The batch size. */
  most: number;
  /** The queue's length. */
  waiting?: number;
  /** The longest time in the queue. */
  waitMs?: number;
}

/**
 * Batches concurrent callers: those that arrive during a run are handled together by the next, at most `most`
 * of them. `run` starts after all its items arrived, and returns a result for each, in order.
 */
export function createGathered<Item, Result>(
  run: Run<Item, Result>,
  limits: { most: number },
): (item: Item) => Promise<Result> {
  const inLane = createGatheredLanes(run, limits);
  return (item) => inLane("", item);
}

/** The same per name, such as an organisation's: no run has items of two, and none waits for another's. */
export function createGatheredLanes<Item, Result>(run: Run<Item, Result>, { most, ...limits }: LaneLimits) {
  const lines = new Map<string, Waiting<Item, Result>[]>();

  async function runAll(name: string, line: Waiting<Item, Result>[]): Promise<void> {
    while (line.length > 0) {
      const batch = line.splice(0, most);
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    lines.delete(name);
  }

  /**
   * @throws DomainError `server.busy` (503) when this name's queue is full or too slow, and whatever `run`
   * throws.
   */
  return (name: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const caller = { item, resolve, reject };
      const line = lines.get(name);
      if (line) return standInLine(line, caller, limits);
      lines.set(name, [caller]);
      void runAll(name, lines.get(name)!);
    });
}

function standInLine<Caller extends { reject(error: unknown): void }>(
  line: Caller[],
  caller: Caller,
  { waiting = Number.POSITIVE_INFINITY, waitMs }: Omit<LaneLimits, "most">,
): void {
  if (line.length >= waiting) {
    caller.reject(busy());
    return;
  }
  line.push(caller);
  if (waitMs === undefined) return;
  const giveUp = () => {
    const place = line.indexOf(caller);
    if (place < 0) return;
    line.splice(place, 1);
    caller.reject(busy());
  };
  setTimeout(giveUp, waitMs).unref();
}

const busy = () => platformError("server.busy", { retryAfterSeconds: 5 });
