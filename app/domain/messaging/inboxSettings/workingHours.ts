import type { WorkingWeek } from "#app/db/schema/messaging/workingWeek.ts";
import { kenyaOffsetMs } from "#app/platform/time/nairobiTime.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Longer than any promised reply time, even for a business open one hour a week. */
const daysLookedAt = 800;

interface Span {
  from: number;
  to: number;
}

/** The days since 1970 on Kenya's clocks. */
const dayOf = (ms: number) => Math.floor((ms + kenyaOffsetMs) / dayMs);

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The opening and closing time of a day. Day 0 was a Thursday. */
function spanOf(week: WorkingWeek, day: number): Span | null {
  const hours = week[(((day + 3) % 7) + 7) % 7];
  if (!hours) return null;
  const midnight = day * dayMs - kenyaOffsetMs;
  return {
    from: midnight + minutesOf(hours.from) * minuteMs,
    to: midnight + minutesOf(hours.to) * minuteMs,
  };
}

/** Whether the business is open; without a week always. */
export function isWorkingTime(week: WorkingWeek | null, at: Date): boolean {
  if (!week) return true;
  const span = spanOf(week, dayOf(at.getTime()));
  return span !== null && at.getTime() >= span.from && at.getTime() < span.to;
}

/** The moment at which `minutes` of working time have passed since `from`. */
export function afterWorkingMinutes(week: WorkingWeek | null, from: Date, minutes: number): Date {
  let left = minutes * minuteMs;
  if (!week) return new Date(from.getTime() + left);
  const first = dayOf(from.getTime());
  for (let day = first; day < first + daysLookedAt; day++) {
    const span = spanOf(week, day);
    if (!span) continue;
    const start = Math.max(span.from, from.getTime());
    if (span.to - start >= left && start <= span.to) return new Date(start + left);
    left -= Math.max(0, span.to - start);
  }
  return new Date(from.getTime() + daysLookedAt * dayMs);
}

/**
 * The latest moment from which `minutes` of working time have passed until `to`: waits since then or before
 * are late.
 */
export function beforeWorkingMinutes(week: WorkingWeek | null, to: Date, minutes: number): Date {
  let left = minutes * minuteMs;
  if (!week) return new Date(to.getTime() - left);
  const last = dayOf(to.getTime());
  for (let day = last; day > last - daysLookedAt; day--) {
    const span = spanOf(week, day);
    if (!span) continue;
    const end = Math.min(span.to, to.getTime());
    if (end - span.from >= left && end >= span.from) return new Date(end - left);
    left -= Math.max(0, end - span.from);
  }
  return new Date(to.getTime() - daysLookedAt * dayMs);
}

/** The last opening time before `at`; null if there was none for months. */
export function lastOpen(week: WorkingWeek, at: Date): Date | null {
  const today = dayOf(at.getTime());
  for (let day = today; day > today - daysLookedAt; day--) {
    const span = spanOf(week, day);
    if (span && span.from < at.getTime()) return new Date(Math.min(span.to, at.getTime()));
  }
  return null;
}
