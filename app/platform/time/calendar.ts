import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";

/** A date format for each timezone of an organisation. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormatOf(timeZone: string): Intl.DateTimeFormat {
  const day = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", day);
  dayFormats.set(timeZone, format);
  return format;
}

/** The day of a moment in a timezone, `2026-11-22`. */
export const dayOf = (moment: Date, timeZone = "Africa/Nairobi"): string =>
  dayFormatOf(timeZone).format(moment);

/** The calendar month of a moment in a timezone, `2026-11`. */
export const monthOf = (moment: Date, timeZone?: string): string => dayOf(moment, timeZone).slice(0, 7);

/** So many months before: `2026-01`, 2 → `2025-11`. */
export function monthBefore(month: string, count: number): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7);
}

const months = byLocale(
  (locale) => new Intl.DateTimeFormat(datesIn[locale], { month: "long", year: "numeric", timeZone: "UTC" }),
);
const shortMonths = byLocale(
  (locale) => new Intl.DateTimeFormat(datesIn[locale], { month: "short", timeZone: "UTC" }),
);
const startOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** `2026-11` → `November 2026`. */
export const monthWords = (month: string): string => months().format(startOf(month));

/** `2026-11` in short, when its year is known: `Nov`. */
export const shortMonth = (month: string): string => shortMonths().format(startOf(month));
