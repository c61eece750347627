import { retryPauses } from "./fieldRules.ts";

/** Seconds. */
const pauses = [
  ...retryPauses.seconds,
  ...retryPauses.minutes.map((minutes) => minutes * 60),
  ...retryPauses.hours.map((hours) => hours * 3600),
];

/**
 * The time of the next attempt at a delivery that failed `attempts` times; null when it is given up. The
 * receiver may request a longer pause.
 */
export function nextTry(attempts: number, now: Date, retryAfterSeconds: number | undefined): Date | null {
  const pause = pauses[attempts - 1];
  return pause === undefined
    ? null
    : new Date(now.getTime() + Math.max(pause, retryAfterSeconds ?? 0) * 1000);
}

const dayMs = 86_400_000;
const offAfterMs = 5 * dayMs;
const warnAfterMs = offAfterMs / 2;
/** Failures within a short outage do not count as a dead endpoint. */
const leastSpreadMs = dayMs / 2;

/** The consequence of a failure now, after only failures since `failingSince`, the last one at `lastFailureAt`. */
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
