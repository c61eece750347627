const minute = 60;
const hour = 60 * minute;

/** Seconds until the next try, after the first, second, … failure: nine tries in all, over a day. */
const waits = [5, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 9 * hour];

/** When a delivery that failed `attempts` times is tried again; null when it was given up. The receiver may ask for more time. */
export function nextTry(attempts: number, now: Date, retryAfterSeconds: number | undefined): Date | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + Math.max(wait, retryAfterSeconds ?? 0) * 1000);
}

const dayMs = 86_400_000;
const offAfterMs = 5 * dayMs;
const warnAfterMs = offAfterMs / 2;
/** Failures of one bad hour are not yet a dead endpoint. */
const leastSpreadMs = dayMs / 2;

/** What follows from a failure now, with nothing but failures since `failingSince`, the one before this at `lastFailureAt`. */
export function verdictOf(
  endpoint: { failingSince: Date | null; lastFailureAt: Date | null; warnedAt: Date | null },
  now: Date,
): "nothing" | "warn" | "off" {
  const { failingSince, lastFailureAt } = endpoint;
  if (!failingSince || !lastFailureAt) return "nothing";
  if (lastFailureAt.getTime() - failingSince.getTime() < leastSpreadMs) return "nothing";
  const lasts = now.getTime() - failingSince.getTime();
  if (lasts >= offAfterMs) return "off";
  return lasts >= warnAfterMs && endpoint.warnedAt === null ? "warn" : "nothing";
}
