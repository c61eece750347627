import { longDay, longMinute } from "#app/platform/time/dayWords.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";

/** Spaces differ between the locale tables of browsers and server. */
const sameBlanks = (text: string) => text.replace(/\s/g, " ");

/** A day of Kenya's calendar (`2026-11-23`) as text, for the middle of a sentence. */
export const dayText = (value: string): string => sameBlanks(longDay(value));

/** The same as an element of its own. */
export const CalendarDay = ({ value }: { value: string }) => <time dateTime={value}>{dayText(value)}</time>;

/** A moment (ISO 8601) in Kenya's time, to the minute, for the middle of a sentence. */
export const momentText = (value: string): string => sameBlanks(longMinute(new Date(value)));

/** A moment (ISO 8601) in Kenya's time, to the minute or to the day; the same text on server and browser. */
export function Time({ value, to = "minute" }: { value: string; to?: "minute" | "day" }) {
  const moment = new Date(value);
  const words = to === "day" ? longDay(toNairobiInput(moment).slice(0, 10)) : longMinute(moment);
  return <time dateTime={value}>{sameBlanks(words)}</time>;
}
