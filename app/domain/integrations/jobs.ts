import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Every five minutes: polls services that are due. */
export const readDueConnectionsJob = job({
  name: "read-due-connections",
  every: "*/5 * * * *",
  payload: z.object({}),
  concurrency: 1,
});

/** Once a day: renews unused access, and deletes log entries older than 30 days. */
export const tendConnectionsJob = job({
  name: "tend-connections",
  every: "20 1 * * *",
  payload: z.object({}),
  concurrency: 1,
});
