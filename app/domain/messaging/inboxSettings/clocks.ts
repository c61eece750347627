import type { InboxSettings } from "./settings.server.ts";
import { afterWorkingMinutes, beforeWorkingMinutes } from "./workingHours.ts";

type Clocks = Pick<InboxSettings, "workingWeek" | "firstReplyMinutes" | "nextReplyMinutes">;

interface Waiting {
  waitingSince: Date | null;
  awaitsFirstReply: boolean;
}

/** The reply deadline of a waiting customer; null without one. */
export function dueAtOf(settings: Clocks, { waitingSince, awaitsFirstReply }: Waiting): Date | null {
  const minutes = awaitsFirstReply ? settings.firstReplyMinutes : settings.nextReplyMinutes;
  if (waitingSince === null || minutes === null) return null;
  return afterWorkingMinutes(settings.workingWeek, waitingSince, minutes);
}

/** When a waiting customer should have their answer, and whether that is past. */
export function deadlineOf(settings: Clocks, waiting: Waiting, now: Date) {
  const dueAt = dueAtOf(settings, waiting);
  return { dueAt, isLate: dueAt !== null && dueAt <= now };
}

/**
 * Customers waiting since these moments or longer are late, by the first-reply time and by the next-reply
 * time.
 */
export function lateSince(settings: Clocks, now: Date): { first: Date | null; next: Date | null } {
  const since = (minutes: number | null) =>
    minutes === null ? null : beforeWorkingMinutes(settings.workingWeek, now, minutes);
  return { first: since(settings.firstReplyMinutes), next: since(settings.nextReplyMinutes) };
}
