import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Applies planned changes soon after the beginning of a month in Kenya. */
export const applyPlanChangesJob = job({
  name: "apply-plan-changes",
  payload: z.object({}),
  every: "2 * * * *",
});
