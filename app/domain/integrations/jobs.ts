import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Every five minutes: services that are read from on a schedule. */
export const readDueConnectionsJob = job({
  name: "read-due-connections",
  every: "*/5 * * * *",
  payload: z.object({}),
  concurrency: 1,
});

/** Once a day: renews unused access, and deletes logs of more than 30 days. */
export const tendConnectionsJob = job({
  name: "tend-connections",
  every: "20 1 * * *",
  payload: z.object({}),
  concurrency: 1,
});
