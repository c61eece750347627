/** The simulator's only source of time and timers, so that tests decide when things happen. */
export interface SimulatorClock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** Wall clock; its timers never keep a process alive. */
export const wallClock: SimulatorClock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(run, ms).unref(),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
};

export function unixSeconds(clock: SimulatorClock): number {
  return Math.floor(clock.now() / 1000);
}
