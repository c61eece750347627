import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";
import { nairobi } from "./nairobiTime.ts";

const short = byLocale(
  (locale) => new Intl.DateTimeFormat(datesIn[locale], { day: "numeric", month: "short", timeZone: "UTC" }),
);

/** `2026-11-23` in short: `23 Nov`. */
export const shortDay = (day: string): string => short().format(new Date(`${day}T00:00:00Z`));

const long = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(datesIn[locale], {
      day: "numeric",
      month: "short",
      year: "numeric",
      timeZone: "UTC",
    }),
);

/** `2026-11-23` as text: `23 Nov 2026`. */
export const longDay = (day: string): string => long().format(new Date(`${day}T00:00:00Z`));

const minute = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(datesIn[locale], {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: nairobi,
    }),
);

/** A moment as text, in Kenya's time: `23 Nov 2026, 14:05`. */
export const longMinute = (moment: Date): string => minute().format(moment);

const clock = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(datesIn[locale], {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: nairobi,
    }),
);

/** The time of day of a moment, in Kenya's time: `14:05`. */
export const clockOf = (moment: Date): string => clock().format(moment);
