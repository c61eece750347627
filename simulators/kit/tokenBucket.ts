/**
 * Rate limits as "theoretical arrival time" (GCRA): one number of state per bucket, exact to the fraction of a millisecond.
 * A caller that keeps to the rate is never refused; an idle one may spend `burst` at once.
 */
export class TokenBucket {
  private readonly intervalMs: number;
  private readonly toleranceMs: number;
  private arrivalMs = 0;

  constructor(perSecond: number, burst: number) {
    this.intervalMs = 1000 / perSecond;
    this.toleranceMs = (burst - 1) * this.intervalMs;
  }

  take(nowMs: number): boolean {
    if (this.arrivalMs - nowMs > this.toleranceMs + 1e-6) return false;
    this.arrivalMs = Math.max(this.arrivalMs, nowMs) + this.intervalMs;
    return true;
  }
}

const PAIR_INTERVAL_MS = 6_000;
const PAIR_BURST = 45;
const SWEEP_AT = 50_000;

/** One bucket per (business number, customer): 45 at once, then one every 6 s (facts/whatsapp-cloud-api.md §10). */
export class PairBuckets {
  private readonly arrivalMs = new Map<string, number>();
  private sweepAt = SWEEP_AT;

  take(pair: string, nowMs: number): boolean {
    const arrival = this.arrivalMs.get(pair) ?? 0;
    if (arrival - nowMs > (PAIR_BURST - 1) * PAIR_INTERVAL_MS) return false;
    this.arrivalMs.set(pair, Math.max(arrival, nowMs) + PAIR_INTERVAL_MS);
    if (this.arrivalMs.size > this.sweepAt) this.sweep(nowMs);
    return true;
  }

  clear(): void {
    this.arrivalMs.clear();
    this.sweepAt = SWEEP_AT;
  }

  private sweep(nowMs: number): void {
    for (const [pair, arrival] of this.arrivalMs) if (arrival <= nowMs) this.arrivalMs.delete(pair);
    this.sweepAt = Math.max(SWEEP_AT, this.arrivalMs.size * 2);
  }
}
