import type { CampaignPace } from "#app/db/schema/messaging/campaigns.ts";

/** Minutes of the day in a time zone between which campaigns wait; `from` after `to` goes over midnight. */
export interface QuietHours {
  from: number;
  to: number;
  zone: string;
}

/** The quiet hours that a campaign keeps. */
export const quietOf = ({ quietFrom, quietTo, quietZone }: QuietColumns): QuietHours | null =>
  quietFrom === null || quietTo === null || quietZone === null
    ? null
    : { from: quietFrom, to: quietTo, zone: quietZone };

interface QuietColumns {
  quietFrom: number | null;
  quietTo: number | null;
  quietZone: string | null;
}

const minuteMs = 60_000;
const dayMinutes = 1440;
/** The limit of a forecast. */
const daysAhead = 400;

/** Seconds between two messages by a pace; null: as fast as the number may. */
export function gapOf(pace: CampaignPace | null, recipients: number): number | null {
  if (!pace || recipients === 0) return null;
  return pace.kind === "over" ? (pace.hours * 3600) / recipients : 60 / pace.messages;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The minute of the day that a zone's clocks show. */
function minuteOfDay(zone: string, at: number): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  clocks.set(zone, clock);
  const [hours, minutes] = clock.format(at).split(":");
  return Number(hours) * 60 + Number(minutes);
}

const minutesUntil = (from: number, to: number) => (to - from + dayMinutes) % dayMinutes;

/** The end of the quiet hours in which a moment lies; null outside of them. */
export function endOfQuiet(quiet: QuietHours | null, at: Date): Date | null {
  if (!quiet) return null;
  const now = minuteOfDay(quiet.zone, at.getTime());
  if (minutesUntil(quiet.from, now) >= minutesUntil(quiet.from, quiet.to)) return null;
  const minute = Math.floor(at.getTime() / minuteMs);
  return new Date((minute + minutesUntil(now, quiet.to)) * minuteMs);
}

/**
 * The time at which `messages` sent from `start` on are all sent, with `gapSeconds` between two of them and
 * none in quiet hours; null when later than a year.
 */
export function finishOf({
  start,
  messages,
  gapSeconds,
  quiet,
}: {
  start: Date;
  messages: number;
  gapSeconds: number;
  quiet: QuietHours | null;
}): Date | null {
  let leftMs = Math.max(0, messages - 1) * gapSeconds * 1000;
  let at = endOfQuiet(quiet, start) ?? start;
  if (!quiet) return leftMs > daysAhead * dayMinutes * minuteMs ? null : new Date(at.getTime() + leftMs);
  for (let day = 0; day < daysAhead; day += 1) {
    const now = minuteOfDay(quiet.zone, at.getTime());
    const minute = Math.floor(at.getTime() / minuteMs);
    const nextQuiet = (minute + minutesUntil(now, quiet.from)) * minuteMs;
    if (at.getTime() + leftMs < nextQuiet) return new Date(at.getTime() + leftMs);
    leftMs -= nextQuiet - at.getTime();
    at = endOfQuiet(quiet, new Date(nextQuiet)) ?? new Date(nextQuiet);
  }
  return null;
}

/** `22:00` as minutes of the day. */
export const fromClock = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/**
 * The number of people a portfolio may write to first in 24 hours, by Meta's tier; null: no limit, undefined:
 * unknown.
 */
export function peopleOf(tier: string | null): number | null | undefined {
  if (tier === null) return undefined;
  if (/unlimited/i.test(tier)) return null;
  const [, digits, thousands] = /(\d+)(K?)$/i.exec(tier) ?? [];
  return digits === undefined ? undefined : Number(digits) * (thousands ? 1000 : 1);
}
