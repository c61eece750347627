import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Names the credits that paid for what was spent. */
export const keepUpCreditsJob = job({
  name: "keep-up-credits",
  payload: z.object({}),
  every: "* * * * *",
  isLong: true,
});
