import { nairobi } from "#app/platform/nairobiTime.ts";

const formats = {
  day: new Intl.DateTimeFormat("en-GB", {
    timeZone: nairobi,
    day: "numeric",
    month: "short",
    year: "numeric",
  }),
  minute: new Intl.DateTimeFormat("en-GB", {
    timeZone: nairobi,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }),
};

/** A day of Kenya's calendar (`2026-11-23`) in words. */
export const CalendarDay = ({ value }: { value: string }) => (
  <time dateTime={value}>{formats.day.format(new Date(`${value}T12:00:00Z`))}</time>
);

/** A moment (ISO 8601) as Kenya's clocks show it, to the minute or to the day; the same words on server and browser. */
export function Time({ value, to = "minute" }: { value: string; to?: keyof typeof formats }) {
  return <time dateTime={value}>{formats[to].format(new Date(value))}</time>;
}
