import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

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
