/** The calendar month of a moment in a timezone, `2026-11`. */
export function monthOf(moment: Date, timeZone = "Africa/Nairobi"): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit" })
    .format(moment)
    .slice(0, 7);
}
