/** The day of a moment in a timezone, `2026-11-22`. */
export function dayOf(moment: Date, timeZone = "Africa/Nairobi"): string {
  const day = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-CA", day).format(moment);
}

/** The calendar month of a moment in a timezone, `2026-11`. */
export const monthOf = (moment: Date, timeZone?: string): string => dayOf(moment, timeZone).slice(0, 7);

/** `2026-11` → `November 2026`. */
export const monthWords = (month: string): string =>
  new Intl.DateTimeFormat("en-KE", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
