import { datesIn } from "./byLocale.ts";
import { currentLocale } from "./locale.ts";
/** The day of a moment in a timezone, `2026-11-22`. */
export function dayOf(moment: Date, timeZone = "Africa/Nairobi"): string {
  const day = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-CA", day).format(moment);
}

/** The calendar month of a moment in a timezone, `2026-11`. */
export const monthOf = (moment: Date, timeZone?: string): string => dayOf(moment, timeZone).slice(0, 7);

/** So many months before: `2026-01`, 2 → `2025-11`. */
export function monthBefore(month: string, count: number): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7);
}

/** `2026-11` → `November 2026`. */
export const monthWords = (month: string): string =>
  new Intl.DateTimeFormat(datesIn[currentLocale()], {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${month}-01T00:00:00Z`));

/** `2026-11` in few words, where its year is known: `Nov`. */
export const shortMonth = (month: string): string =>
  new Intl.DateTimeFormat(datesIn[currentLocale()], { month: "short", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
