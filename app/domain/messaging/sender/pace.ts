import type { Breaker } from "./breaker.ts";
import { TokenBucket } from "./tokenBucket.ts";

/** Slightly below Meta's limit, so that network jitter never exceeds it. */
const rateShare = 0.985;

/** When a number may post its next message: by its speed, or by probes while Meta counts as down. */
export class Pace {
  readonly #breaker: Breaker;
  #perSecond: number | undefined;
  #bucket = new TokenBucket(1, 0);

  constructor(breaker: Breaker) {
    this.#breaker = breaker;
  }

  /** The speed that Meta allows the number. */
  allow(perSecond: number | undefined): void {
    if (perSecond === undefined || perSecond === this.#perSecond) return;
    this.#perSecond = perSecond;
    this.#bucket = new TokenBucket(perSecond * rateShare, performance.now());
  }

  /** Milliseconds until a message may leave. */
  get waitMs(): number {
    const now = performance.now();
    return this.#breaker.isOpen ? this.#breaker.waitMs(now) : this.#bucket.waitMs(now);
  }

  /** A message leaves. */
  left(): void {
    const now = performance.now();
    if (this.#breaker.isOpen) this.#breaker.probe(now);
    else this.#bucket.take(1, now);
  }

  /** Meta asked the whole number to slow down. */
  slowDown(): void {
    this.#bucket.slowDown(performance.now());
  }
}
