import { longDay, longMinute } from "#app/platform/time/dayWords.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";

/** Blanks differ between the versions of the tables that browsers and server have. */
const sameBlanks = (text: string) => text.replace(/\s/g, " ");

/** A day of Kenya's calendar (`2026-11-23`) in words, for the middle of a sentence. */
export const dayText = (value: string): string => sameBlanks(longDay(value));

/** The same as an element of its own. */
export const CalendarDay = ({ value }: { value: string }) => <time dateTime={value}>{dayText(value)}</time>;

/** A moment (ISO 8601) as Kenya's clocks show it, to the minute or to the day, for the middle of a sentence. */
export function momentText(value: string, to: "minute" | "day" = "minute"): string {
  const moment = new Date(value);
  return to === "day" ? dayText(toNairobiInput(moment).slice(0, 10)) : sameBlanks(longMinute(moment));
}

/** The same as an element of its own; the same words on server and browser. */
export const Time = ({ value, to }: { value: string; to?: "minute" | "day" }) => (
  <time dateTime={value}>{momentText(value, to)}</time>
);
