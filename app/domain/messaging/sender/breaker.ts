/** After failures of so many messages in a row, Meta counts as down for the number. */
const several = 5;
const probeEveryMs = 1000;

/**
 * Whether Meta responds to a number at all. While it does not, one message a second probes it; the first
 * response of any content resumes sending. Times are milliseconds of a monotonic clock.
 */
export class Breaker {
  /** Messages that failed since the last answer, as many as matter. */
  readonly #failed = new Set<string>();
  #isAnswering = false;
  #probedAt = Number.NEGATIVE_INFINITY;

  get isOpen(): boolean {
    return this.#failed.size >= several;
  }

  /** Meta's last sign was a response. */
  get isAnswering(): boolean {
    return this.#isAnswering;
  }

  answered(): void {
    this.#failed.clear();
    this.#isAnswering = true;
  }

  /** No response, or one about Meta's own trouble. */
  failed(messageId: string): void {
    this.#isAnswering = false;
    if (!this.isOpen) this.#failed.add(messageId);
  }

  /** A message probes Meta while it counts as down. */
  probe(now: number): void {
    this.#probedAt = now;
  }

  /** Milliseconds until a probe may leave. */
  waitMs(now: number): number {
    return Math.max(0, this.#probedAt + probeEveryMs - now);
  }
}
