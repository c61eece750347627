/** How often rows with a lost notification are searched. */
const sweepMs = 30_000;
/** Due rows that another process has locked are retried after this time. */
const lockedMs = 250;

/** How long an idle loop may sleep, in milliseconds, when the next row is due at `dueAt`. */
export function restMs(dueAt: Date | null, now: Date): number {
  if (dueAt === null) return sweepMs;
  const ms = dueAt.getTime() - now.getTime();
  return ms > 0 ? Math.min(sweepMs, ms) : lockedMs;
}
