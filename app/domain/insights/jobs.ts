import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Counts the analytics of one organisation, over its last days. */
export const countAnalyticsJob = job({
  name: "count-analytics",
  payload: z.object({ orgId: z.string(), days: z.number().int() }),
  concurrency: 1,
  retryLimit: 2,
  isLong: true,
});

/** Every five minutes: the organisations in which something happened. */
export const countActiveJob = job({
  name: "count-active",
  payload: z.object({}),
  every: "*/5 * * * *",
});

/** Every night: all that had messages in the longest period, with reports that came late. */
export const countAllJob = job({
  name: "count-all",
  payload: z.object({}),
  every: "37 21 * * *",
});

/** Emails notifications to members who want each at once. */
export const mailNotificationsJob = job({
  name: "mail-notifications",
  payload: z.object({}),
  every: "* * * * *",
  retryLimit: 0,
});

/** At seven in Nairobi: one email with the news to members who want it daily. */
export const mailDigestsJob = job({
  name: "mail-digests",
  payload: z.object({}),
  every: "0 4 * * *",
});
