import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Allocates new debits to credits. */
export const keepUpCreditsJob = job({
  name: "keep-up-credits",
  payload: z.object({}),
  every: "* * * * *",
  isLong: true,
});
