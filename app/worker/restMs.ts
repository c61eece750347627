/** How often rows are looked for whose notification was lost. */
const sweepMs = 30_000;
/** Due rows that another process has locked are retried after this time. */
const lockedMs = 250;

/** How long a loop that found nothing to do may sleep, in milliseconds, when the next row is due at `dueAt`. */
export function restMs(dueAt: Date | null, now: Date): number {
  if (dueAt === null) return sweepMs;
  const ms = dueAt.getTime() - now.getTime();
  return ms > 0 ? Math.min(sweepMs, ms) : lockedMs;
}
