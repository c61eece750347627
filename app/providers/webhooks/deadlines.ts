/** The end of one call's time. */
interface Deadline {
  at: number;
  expire(): void;
}

/** Ends calls that may all take the same time, with one timer: the earliest to start is the earliest to end. */
export function createDeadlines(limitMs: number) {
  const open = new Set<Deadline>();
  let timer: NodeJS.Timeout | undefined;

  function wakeIn(ms: number): void {
    timer = setTimeout(check, ms);
    // The connections keep the process alive as long as a call is open.
    timer.unref();
  }

  function check(): void {
    timer = undefined;
    const now = performance.now();
    for (const deadline of open) {
      if (deadline.at > now) {
        wakeIn(deadline.at - now + 1);
        return;
      }
      open.delete(deadline);
      deadline.expire();
    }
  }

  return {
    /** Calls `expire` after the limit, unless the deadline is deleted before. */
    add(expire: () => void): Deadline {
      const deadline = { at: performance.now() + limitMs, expire };
      open.add(deadline);
      if (!timer) wakeIn(limitMs);
      return deadline;
    },
    delete(deadline: Deadline): void {
      open.delete(deadline);
    },
  };
}
