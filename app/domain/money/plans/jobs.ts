import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Planned changes of plan, soon after a month has begun in Kenya. */
export const applyPlanChangesJob = job({
  name: "apply-plan-changes",
  payload: z.object({}),
  every: "2 * * * *",
});
