import { z } from "zod";
import { job } from "#app/platform/jobs.ts";
import { dailyEmailHour } from "./fieldRules.ts";

/** Nairobi is three hours ahead of UTC, by which jobs run. */
const utcHour = dailyEmailHour - 3;

/** Emails notifications to members who want each at once. */
export const mailNotificationsJob = job({
  name: "mail-notifications",
  payload: z.object({}),
  every: "* * * * *",
  retryLimit: 0,
});

/** One email with the unread notifications to members who want them daily. */
export const mailDigestsJob = job({
  name: "mail-digests",
  payload: z.object({}),
  every: `0 ${utcHour} * * *`,
});
