/** The deadline of one call. */
interface Deadline {
  at: number;
  expire(): void;
}

/** Ends calls with the same time limit by one timer: the first to start is the first to end. */
export function createDeadlines(limitMs: number) {
  const open = new Set<Deadline>();
  let timer: NodeJS.Timeout | undefined;

  function wakeIn(ms: number): void {
    timer = setTimeout(check, ms);
    // Open calls' connections keep the process alive.
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
