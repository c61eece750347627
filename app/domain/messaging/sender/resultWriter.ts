/** A source of results. */
interface Buffer {
  flush(): Promise<void>;
}

/** How long results wait for others of their number: as long as writing takes four times, within these limits. */
const waitMs = { least: 200, most: 1000, perWrite: 4 };

/**
 * Writes the results of all dispatchers of a process: waiting ones are written together with newer ones, in
 * larger batches the slower the database is, and with limited concurrency so that others find a connection
 * too, in order of arrival.
 */
export class ResultWriter {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  readonly #buffers = new Set<Buffer>();
  #timer: NodeJS.Timeout | undefined;
  /** Of the last writes. */
  #averageMs = 0;

  /** `atOnce` batches are written at the same time at most. */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  flushSoon(buffer: Buffer): void {
    this.#buffers.add(buffer);
    const delayMs = Math.min(waitMs.most, Math.max(waitMs.least, waitMs.perWrite * this.#averageMs));
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const buffers = [...this.#buffers];
      this.#buffers.clear();
      for (const waiting of buffers) void waiting.flush();
    }, delayMs);
  }

  /** Waits for a turn, and returns what ends it. */
  async turn(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const startedAt = performance.now();
    return () => {
      this.#averageMs += (performance.now() - startedAt - this.#averageMs) / 10;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}
