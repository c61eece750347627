import { counted } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** States of a campaign, apart from the schemas, so that a browser gets them without the validation. */
export const campaignStatuses = [
  "draft",
  "scheduled",
  "preparing",
  "sending",
  "paused",
  "completed",
  "cancelled",
] as const;

/** The audience of a follow-up, within a sentence. */
export const followUpWords = lazy({
  not_read: m.campaigns_follow_up_not_read,
  not_replied: m.campaigns_follow_up_not_replied,
  failed: m.campaigns_follow_up_failed,
});
export const followUpGroups = Object.keys(followUpWords) as (keyof typeof followUpWords)[];

/** The slowest and the fastest pace that a campaign may have. */
export const paceLimits = { hours: 72, perMinute: 4800 };

/** Time zones for quiet hours. */
export const quietZones = [
  "Africa/Nairobi",
  "Africa/Addis_Ababa",
  "Africa/Cairo",
  "Africa/Dar_es_Salaam",
  "Africa/Johannesburg",
  "Africa/Kampala",
  "Africa/Kigali",
  "Africa/Lagos",
  "Asia/Dubai",
  "Europe/London",
  "UTC",
] as const;

/** `1320` as `22:00`. */
export const asClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

type CampaignStatus = (typeof campaignStatuses)[number];

/** Pages about these states refresh, as they change without an action of a member. */
export const isRunning = (status: CampaignStatus): boolean => status === "preparing" || status === "sending";

/** A campaign whose time is still ahead may wait for it, paused or not. */
export const mayWait = (status: CampaignStatus): boolean => status === "scheduled" || status === "paused";

/** The most marketing messages, and the longest time, that a limit can name. */
export const capLimits = { messages: 50, days: 30 };

export const capWords = ({ messages, days }: { messages: number; days: number }): string =>
  m.campaigns_cap_words({
    messages: counted(m.counts_messages, messages),
    days: counted(m.counts_days, days),
  });
