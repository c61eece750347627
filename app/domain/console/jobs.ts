import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Measures the platform, seals its events and ends what staff gave for a time, each minute. */
export const measurePlatformJob = job({
  name: "measure-platform",
  payload: z.object({}),
  every: "* * * * *",
  retryLimit: 0,
  concurrency: 1,
});
