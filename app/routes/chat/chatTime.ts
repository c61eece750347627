import { counted } from "#app/platform/numbers/counts.ts";
import { nairobi } from "#app/platform/time/nairobiTime.ts";
import { m } from "#messages";

const months = () => [
  m.chat_time_january(),
  m.chat_time_february(),
  m.chat_time_march(),
  m.chat_time_april(),
  m.chat_time_may(),
  m.chat_time_june(),
  m.chat_time_july(),
  m.chat_time_august(),
  m.chat_time_september(),
  m.chat_time_october(),
  m.chat_time_november(),
  m.chat_time_december(),
];
const weekdays = () => [
  m.chat_time_sunday(),
  m.chat_time_monday(),
  m.chat_time_tuesday(),
  m.chat_time_wednesday(),
  m.chat_time_thursday(),
  m.chat_time_friday(),
  m.chat_time_saturday(),
];
const dayMs = 86_400_000;

/** Times as the chat shows them. `now` comes with the response, so that server and browser agree. */
export interface ChatClock {
  now: string;
  /** By whose clocks; by default Kenya's. */
  timeZone?: string | undefined;
}

const formatterOf = (timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
const formatter = formatterOf(nairobi);

/** The parts of a moment, by default in Kenya's time. Sentences are built here, as formats differ between browsers. */
function partsOf(
  iso: string,
  timeZone = nairobi,
): Record<"year" | "month" | "day" | "hour" | "minute", string> {
  const found = { year: "", month: "", day: "", hour: "", minute: "" };
  const format = timeZone === nairobi ? formatter : formatterOf(timeZone);
  for (const { type, value } of format.formatToParts(new Date(iso)))
    if (type in found) Object.assign(found, { [type]: value });
  return found;
}

/** `14:05` */
export function clockTime(iso: string, timeZone?: string): string {
  const { hour, minute } = partsOf(iso, timeZone);
  return `${hour}:${minute}`;
}

/** Two moments of one day have the same key. */
export function dayKey(iso: string): string {
  const { year, month, day } = partsOf(iso);
  return `${year}-${month}-${day}`;
}

/** `Today`, `Yesterday`, or the full date: the separator between the days of a thread. */
export function dayName(iso: string, clock: ChatClock): string {
  const { year, month, day } = partsOf(iso);
  const weekday = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDay();
  return (
    nearDay(iso, clock) ?? `${weekdays()[weekday]} ${Number(day)} ${months()[Number(month) - 1]} ${year}`
  );
}

/** The time of a conversation in the list: the time if today, else the day. */
export function listTime(iso: string, clock: ChatClock): string {
  if (dayKey(iso) === dayKey(clock.now)) return clockTime(iso);
  const near = nearDay(iso, clock);
  const { year, month, day } = partsOf(iso);
  const thisYear = year === partsOf(clock.now).year;
  return (
    near ??
    `${Number(day)} ${m.chat_time_short_months().split(" ")[Number(month) - 1]}${thisYear ? "" : ` ${year}`}`
  );
}

/** `14:05 today`, `09:30 tomorrow`: a moment of the next 24 hours. */
export function untilTime(iso: string, clock: ChatClock): string {
  const sameDay = dayKey(iso) === dayKey(clock.now);
  const time = clockTime(iso);
  return sameDay ? m.chat_time_today_at({ time }) : m.chat_time_tomorrow_at({ time });
}

/** When something ends, for the middle of a sentence: `17:20 today`, `Fri 08:00` within a week, else `7 Dec, 08:00`. */
export function untilWords(iso: string, { now, timeZone }: ChatClock): string {
  const { year, month, day } = partsOf(iso, timeZone);
  const time = clockTime(iso, timeZone);
  const dayOfIt = dayNumber(iso, timeZone);
  const ahead = (dayOfIt - dayNumber(now, timeZone)) / dayMs;
  if (ahead === 0) return m.chat_time_today_at({ time });
  if (ahead > 0 && ahead < 7) {
    const weekday = m.chat_time_short_weekdays().split(" ")[new Date(dayOfIt).getUTCDay()] ?? "";
    return m.chat_time_weekday_at({ weekday, time });
  }
  const thisYear = year === partsOf(now, timeZone).year;
  return m.chat_time_day_at({
    day: `${Number(day)} ${m.chat_time_short_months().split(" ")[Number(month) - 1]}${thisYear ? "" : ` ${year}`}`,
    time,
  });
}

/** The day of a moment, as a multiple of days. */
function dayNumber(iso: string, timeZone?: string): number {
  const { year, month, day } = partsOf(iso, timeZone);
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}

/** The duration from one moment to a later one, in one unit: `35 min`, `3 h`, `2 days`. */
export function spanWords(from: string, to: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000));
  if (minutes < 60) return m.chat_time_min({ minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return m.common_hours({ n: hours });
  return counted(m.chat_time_span_days, Math.floor(hours / 24));
}

function nearDay(iso: string, clock: ChatClock): string | undefined {
  const key = dayKey(iso);
  if (key === dayKey(clock.now)) return m.common_today();
  const yesterday = new Date(new Date(clock.now).getTime() - dayMs).toISOString();
  return key === dayKey(yesterday) ? m.chat_time_yesterday() : undefined;
}
