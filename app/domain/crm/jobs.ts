import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Every five minutes: notifies members of due tasks. */
export const remindOfTasksJob = job({
  name: "remind-of-tasks",
  every: "*/5 * * * *",
  payload: z.object({}),
  concurrency: 1,
});
