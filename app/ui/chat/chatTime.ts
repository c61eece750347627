const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const dayMs = 86_400_000;

/** How moments are told in the chat. `now` comes with the answer, so that server and browser say the same. */
export interface ChatClock {
  now: string;
  timeZone: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The numbers of a moment on the clocks of a timezone. Words are put together here, as their form differs between browsers. */
function partsOf(
  iso: string,
  timeZone: string,
): Record<"year" | "month" | "day" | "hour" | "minute", string> {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formatters.set(timeZone, formatter);
  }
  const found = { year: "", month: "", day: "", hour: "", minute: "" };
  for (const { type, value } of formatter.formatToParts(new Date(iso)))
    if (type in found) Object.assign(found, { [type]: value });
  return found;
}

/** `14:05` */
export function clockTime(iso: string, { timeZone }: ChatClock): string {
  const { hour, minute } = partsOf(iso, timeZone);
  return `${hour}:${minute}`;
}

/** Two moments of one day have the same key. */
export function dayKey(iso: string, { timeZone }: ChatClock): string {
  const { year, month, day } = partsOf(iso, timeZone);
  return `${year}-${month}-${day}`;
}

/** `Today`, `Yesterday`, or the whole date: the separator between the days of a thread. */
export function dayName(iso: string, clock: ChatClock): string {
  const { year, month, day } = partsOf(iso, clock.timeZone);
  const weekday = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDay();
  return nearDay(iso, clock) ?? `${weekdays[weekday]} ${Number(day)} ${months[Number(month) - 1]} ${year}`;
}

/** The time of a conversation in the list: the clock today, else the day. */
export function listTime(iso: string, clock: ChatClock): string {
  const near = nearDay(iso, clock);
  if (near === "Today") return clockTime(iso, clock);
  const { year, month, day } = partsOf(iso, clock.timeZone);
  const thisYear = year === partsOf(clock.now, clock.timeZone).year;
  return near ?? `${Number(day)} ${months[Number(month) - 1]?.slice(0, 3)}${thisYear ? "" : ` ${year}`}`;
}

/** `14:05 today`, `09:30 tomorrow`: a moment of the next 24 hours. */
export function untilTime(iso: string, clock: ChatClock): string {
  const sameDay = dayKey(iso, clock) === dayKey(clock.now, clock);
  return `${clockTime(iso, clock)} ${sameDay ? "today" : "tomorrow"}`;
}

function nearDay(iso: string, clock: ChatClock): "Today" | "Yesterday" | undefined {
  const key = dayKey(iso, clock);
  if (key === dayKey(clock.now, clock)) return "Today";
  const yesterday = new Date(new Date(clock.now).getTime() - dayMs).toISOString();
  return key === dayKey(yesterday, clock) ? "Yesterday" : undefined;
}
