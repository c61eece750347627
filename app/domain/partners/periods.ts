import { dayOf, monthOf } from "#app/platform/time/calendar.ts";

/** The month that lies `months` before another; negative counts forward. */
export function monthsBefore(month: string, months: number): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 - months, 1)).toISOString().slice(0, 7);
}

/** The first moment of a month in Kenya. */
export const startOf = (month: string): Date => new Date(`${month}-01T00:00:00+03:00`);

/** The newest month that is to be settled: the last one from the settlement day on, before it the one before. */
export function periodDue(now: Date, dayOfMonth: number): string {
  const day = Number(dayOf(now).slice(8));
  return monthsBefore(monthOf(now), day >= dayOfMonth ? 1 : 2);
}

/** The day on which a month is settled. */
export const dueDay = (period: string, dayOfMonth: number): string =>
  `${monthsBefore(period, -1)}-${String(dayOfMonth).padStart(2, "0")}`;

/** The next settlement day, from a moment on. */
export function nextDueDay(now: Date, dayOfMonth: number): string {
  return dueDay(monthsBefore(periodDue(now, dayOfMonth), -1), dayOfMonth);
}
