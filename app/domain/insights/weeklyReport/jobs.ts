import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Emails the weekly reports that are due; every quarter of an hour, as there are timezones with half hours. */
export const mailWeeklyReportsJob = job({
  name: "mail-weekly-reports",
  payload: z.object({}),
  every: "*/15 * * * *",
});
