import type { NumberWithWork } from "./numbers.server.ts";

/** How long a number beyond our share is left to other processes; afterwards we start it ourselves. */
const leaveToOthersMs = 3000;
/** Numbers that may begin at nearly the same time are begun together. */
const gatherMs = 15;

/**
 * Which numbers a process starts to send for, and when: those waiting longest, and no more at once than the
 * database handles quickly. Running ones do not count.
 */
export class Starts {
  readonly #most: number;
  readonly #begin: (numbers: readonly NumberWithWork[]) => void;
  /** Since when a number with work has been free, oldest first. */
  readonly #freeSince = new Map<string, number>();
  #waiting: NumberWithWork[] = [];
  readonly #starting = new Set<string>();
  readonly #notified = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #stopped: (() => void) | undefined;

  constructor(most: number, begin: (numbers: readonly NumberWithWork[]) => void) {
    this.#most = most;
    this.#begin = begin;
  }

  /** `free` numbers have no sender; `share` is how many are ours, with those that are `running`. */
  wait(
    free: readonly NumberWithWork[],
    { share, running }: { share: number; running: Iterable<string> },
    now: number,
  ): void {
    const byNumber = new Map(free.map((number) => [number.phoneNumberId, number]));
    for (const phoneNumberId of this.#freeSince.keys())
      if (!byNumber.has(phoneNumberId)) this.#freeSince.delete(phoneNumberId);
    for (const phoneNumberId of byNumber.keys())
      if (!this.#freeSince.has(phoneNumberId)) this.#freeSince.set(phoneNumberId, now);
    const inOrder = [...this.#freeSince].filter(([phoneNumberId]) => !this.#starting.has(phoneNumberId));
    // A number that is starting may be running already.
    const open = share - new Set([...running, ...this.#starting]).size;
    this.#waiting = inOrder
      .filter(([, since], at) => at < open || now - since >= leaveToOthersMs)
      .map(([phoneNumberId]) => byNumber.get(phoneNumberId)!);
    this.#fill();
  }

  /** A number has started, or another process holds it. */
  ended(phoneNumberId: string): void {
    if (!this.#starting.delete(phoneNumberId)) return;
    this.#freeSince.delete(phoneNumberId);
    if (this.#starting.size === 0) this.#stopped?.();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#fill();
    }, gatherMs);
  }

  /** True when the number is about to start, and will be notified. */
  notify(phoneNumberId: string): boolean {
    const isStarting = this.#starting.has(phoneNumberId);
    if (isStarting) this.#notified.add(phoneNumberId);
    return isStarting;
  }

  /** Whether the number was notified of while it was about to begin. */
  takeNotified(phoneNumberId: string): boolean {
    return this.#notified.delete(phoneNumberId);
  }

  #fill(): void {
    if (this.#stopped) return;
    const numbers = this.#waiting.splice(0, Math.max(0, this.#most - this.#starting.size));
    if (numbers.length === 0) return;
    for (const { phoneNumberId } of numbers) this.#starting.add(phoneNumberId);
    this.#begin(numbers);
  }

  /** Starts no further numbers, and waits for those that are starting. */
  async stop(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.#stopped = resolve;
    });
    clearTimeout(this.#timer);
    if (this.#starting.size > 0) await ended;
  }
}
