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
