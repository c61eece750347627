import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Every five minutes: tells members of tasks whose time has come. */
export const remindOfTasksJob = job({
  name: "remind-of-tasks",
  every: "*/5 * * * *",
  payload: z.object({}),
  concurrency: 1,
});
