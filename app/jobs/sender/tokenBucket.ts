/**
 * A token bucket for one phone number: `ratePerSecond` messages a second, and at most `burstMs` worth of them at once.
 * Times are milliseconds of a clock that never goes back.
 */
export class TokenBucket {
  #ratePerMs: number;
  #capacity: number;
  #tokens: number;
  #filledAt: number;
  #closedUntil = 0;
  #closedInARow = 0;

  constructor(ratePerSecond: number, now: number, burstMs = 100) {
    this.#ratePerMs = ratePerSecond / 1000;
    this.#capacity = Math.max(1, this.#ratePerMs * burstMs);
    this.#tokens = this.#capacity;
    this.#filledAt = now;
  }

  /** Takes up to `wanted` whole tokens and tells how many. */
  take(wanted: number, now: number): number {
    this.#fill(now);
    if (now < this.#closedUntil) return 0;
    const taken = Math.min(wanted, Math.floor(this.#tokens));
    this.#tokens -= taken;
    return taken;
  }

  /** Milliseconds until a token may be there. */
  waitMs(now: number): number {
    this.#fill(now);
    if (now < this.#closedUntil) return this.#closedUntil - now;
    return this.#tokens >= 1 ? 0 : (1 - this.#tokens) / this.#ratePerMs;
  }

  /**
   * Meta said that it was too fast: nothing goes for a quarter of a second, twice as long each time that it says so
   * soon after the bucket was open again, up to 4 s. The bucket starts empty.
   */
  slowDown(now: number): void {
    if (now < this.#closedUntil) return;
    this.#closedInARow = now - this.#closedUntil < 2000 ? this.#closedInARow + 1 : 0;
    this.#closedUntil = now + Math.min(4000, 250 * 2 ** this.#closedInARow);
    this.#tokens = 0;
    this.#filledAt = this.#closedUntil;
  }

  #fill(now: number): void {
    if (now <= this.#filledAt) return;
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#filledAt) * this.#ratePerMs);
    this.#filledAt = now;
  }
}
