import type { Outgoing } from "./work.server.ts";

/** What a dispatcher holds to be posted: single messages and retries before ranges of campaigns. */
export class OutgoingQueue {
  #urgent: Outgoing[] = [];
  #ranges: Outgoing[] = [];
  #position = 0;

  get length(): number {
    return this.#urgent.length + this.#ranges.length - this.#position;
  }

  get urgent(): number {
    return this.#urgent.length;
  }

  /** Single messages before retries of campaigns. */
  addUrgent(rows: readonly Outgoing[]): void {
    const singles = rows.filter((row) => row.campaignId === null);
    const retries = rows.filter((row) => row.campaignId !== null);
    const firstRetry = this.#urgent.findIndex((row) => row.campaignId !== null);
    this.#urgent.splice(firstRetry < 0 ? this.#urgent.length : firstRetry, 0, ...singles);
    this.#urgent.push(...retries);
  }

  addRange(rows: readonly Outgoing[]): void {
    // What was taken is dropped only here, so that taking costs nothing.
    this.#ranges = this.#ranges.slice(this.#position);
    this.#position = 0;
    for (const row of rows) this.#ranges.push(row);
  }

  take(): Outgoing | undefined {
    if (this.#urgent.length > 0) return this.#urgent.shift();
    return this.#position < this.#ranges.length ? this.#ranges[this.#position++] : undefined;
  }

  /** Takes out everything that `leaves`, in order. */
  takeOut(leaves: (row: Outgoing) => boolean): Outgoing[] {
    const held = [...this.#urgent, ...this.#ranges.slice(this.#position)];
    const urgent = new Set(this.#urgent);
    const kept = held.filter((row) => !leaves(row));
    this.#urgent = kept.filter((row) => urgent.has(row));
    this.#ranges = kept.filter((row) => !urgent.has(row));
    this.#position = 0;
    return held.filter(leaves);
  }
}
