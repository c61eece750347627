import { dayOf } from "#app/platform/time/calendar.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { type Period, periodDays } from "#app/platform/time/periods.ts";
import { fromZoneInput } from "#app/platform/time/zones.ts";
import { m } from "#messages";
import { insightsError } from "./errors.ts";
import { daysBetween } from "./fieldRules.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The longest period and the one before it: what is counted at all. */
export const countedDays = 181;

export interface Window {
  from: Date;
  /** The first moment that is not in it. */
  until: Date;
}

/** Whole hours up to and with the running one, and as many before them. */
export function windowsOf(period: Period, now: Date): { current: Window; before: Window } {
  const until = Math.floor(now.getTime() / hourMs) * hourMs + hourMs;
  const length = periodDays[period] * 24 * hourMs;
  const at = (ms: number) => new Date(ms);
  return {
    current: { from: at(until - length), until: at(until) },
    before: { from: at(until - 2 * length), until: at(until - length) },
  };
}

/**
 * An own range of days by the clocks of `zone`, and as many days before it. A range until today ends with the running
 * hour, and so does the one before it. @throws DomainError `analytics.bad_range`
 */
export function windowsOfRange(
  { from, to }: { from: string; to: string },
  { now, zone }: { now: Date; zone: string },
): { current: Window; before: Window } {
  const midnight = (day: string, plus = 0) =>
    fromZoneInput(`${dayOf(new Date(Date.parse(day) + plus * dayMs), "UTC")}T00:00`, zone)!;
  const today = dayOf(now, zone);
  if (to > today)
    throw insightsError("analytics.bad_range", { fields: { to: m.checks_analytics_in_future() } });
  const oldest = dayOf(new Date(Date.parse(today) - (countedDays - 1) * dayMs), "UTC");
  if (from < oldest)
    throw insightsError("analytics.bad_range", {
      fields: { from: m.checks_analytics_too_old({ day: longDay(oldest) }) },
    });
  const days = daysBetween({ from, to });
  const runningHour = Math.floor(now.getTime() / hourMs) * hourMs + hourMs;
  const until = new Date(Math.min(midnight(to, 1).getTime(), runningHour));
  return {
    current: { from: midnight(from), until },
    before: { from: midnight(from, -days), until: new Date(until.getTime() - days * dayMs) },
  };
}

const periods = Object.keys(periodDays) as Period[];

/** The label of the stored figures of a period, or of the one before it. */
export const labelOf = (period: Period, isBefore = false) => (isBefore ? `${period}.before` : period);

/** Every window with stored figures, by its label. */
export const labelledWindows = (now: Date): (Window & { label: string })[] =>
  periods.flatMap((period) => {
    const { current, before } = windowsOf(period, now);
    return [
      { label: labelOf(period), ...current },
      { label: labelOf(period, true), ...before },
    ];
  });
