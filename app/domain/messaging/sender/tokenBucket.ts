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
  /** Which part of the rate is used at present. */
  #share = 1;

  constructor(ratePerSecond: number, now: number, burstMs = 100) {
    this.#ratePerMs = ratePerSecond / 1000;
    this.#capacity = Math.max(1, this.#ratePerMs * burstMs);
    this.#tokens = this.#capacity;
    this.#filledAt = now;
  }

  /** Takes up to `wanted` whole tokens and returns how many. */
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
    return this.#tokens >= 1 ? 0 : (1 - this.#tokens) / (this.#ratePerMs * this.#share);
  }

  /**
   * Meta reported a rate limit: nothing is sent for a quarter of a second, and the rate falls by a fifth a
   * second, down to a fifth of it. It recovers by a twentieth of the full rate a second.
   */
  slowDown(now: number): void {
    if (now < this.#closedUntil) return;
    this.#fill(now);
    this.#share = Math.max(0.2, this.#share * 0.8);
    this.#closedUntil = now + 250;
    this.#tokens = 0;
    this.#filledAt = this.#closedUntil;
  }

  #fill(now: number): void {
    if (now <= this.#filledAt) return;
    const passedMs = now - this.#filledAt;
    this.#share = Math.min(1, this.#share + passedMs * 0.00005);
    this.#tokens = Math.min(this.#capacity, this.#tokens + passedMs * this.#ratePerMs * this.#share);
    this.#filledAt = now;
  }
}
