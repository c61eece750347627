import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Every night, soon after midnight in Nairobi. */
export const closeAllLedgersJob = job({
  name: "close-all-daily-ledgers",
  payload: z.object({}),
  every: "25 21 * * *",
});

/** Closes the days of one organisation. */
export const closeDailyLedgersJob = job({
  name: "close-daily-ledgers",
  payload: z.object({ orgId: z.string() }),
  concurrency: 1,
  isLong: true,
});
