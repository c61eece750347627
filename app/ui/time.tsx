import { byLocale, datesIn } from "#app/platform/byLocale.ts";
import { nairobi } from "#app/platform/nairobiTime.ts";

const formats = byLocale((locale) => ({
  day: new Intl.DateTimeFormat(datesIn[locale], {
    timeZone: nairobi,
    day: "numeric",
    month: "short",
    year: "numeric",
  }),
  minute: new Intl.DateTimeFormat(datesIn[locale], {
    timeZone: nairobi,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }),
}));

/** Blanks differ between the versions of the tables that browsers and server have. */
const sameBlanks = (text: string) => text.replace(/\s/g, " ");

/** A day of Kenya's calendar (`2026-11-23`) in words. */
export const CalendarDay = ({ value }: { value: string }) => (
  <time dateTime={value}>{sameBlanks(formats().day.format(new Date(`${value}T12:00:00Z`)))}</time>
);

/** A moment (ISO 8601) as Kenya's clocks show it, to the minute or to the day; the same words on server and browser. */
export function Time({ value, to = "minute" }: { value: string; to?: keyof ReturnType<typeof formats> }) {
  return <time dateTime={value}>{sameBlanks(formats()[to].format(new Date(value)))}</time>;
}
