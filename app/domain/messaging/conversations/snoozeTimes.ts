import { toZoneInput } from "#app/platform/time/zones.ts";
import { laterHours, type SnoozeChoice } from "./words.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const laterMs = laterHours * 3_600_000;
/** When the working day begins, for snoozes until a day. */
const morning = "08:00";
/** The longest snooze. */
export const maxSnoozeDays = 365;

/** Days until the next Monday, which is never today. Sunday is day 0. */
const daysToMonday = (weekday: number) => (8 - weekday) % 7 || 7;

/** The times that are offered, as a timezone's clocks show them (`2026-11-27T08:00`). On a Sunday, two are the same. */
export function snoozeTimes(now: Date, timeZone: string): Record<SnoozeChoice, string> {
  const midnight = Date.parse(`${toZoneInput(now, timeZone).slice(0, 10)}T00:00Z`);
  const morningIn = (days: number) =>
    `${new Date(midnight + days * dayMs).toISOString().slice(0, 10)}T${morning}`;
  const inThreeHours = Math.ceil((now.getTime() + laterMs) / minuteMs) * minuteMs;
  return {
    later: toZoneInput(new Date(inThreeHours), timeZone),
    tomorrow: morningIn(1),
    monday: morningIn(daysToMonday(new Date(midnight).getUTCDay())),
  };
}

/** Whether a conversation can be snoozed until then: in the future, and within a year. */
export const snoozeProblem = (until: Date, now: Date): "past" | "too_far" | null => {
  if (until <= now) return "past";
  return until.getTime() > now.getTime() + maxSnoozeDays * dayMs ? "too_far" : null;
};
