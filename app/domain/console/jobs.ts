import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Tells the organisations whose price changes, from the one after `after` on. */
export const tellPriceJob = job({
  name: "tell-price",
  payload: z.object({ rateCardId: z.string(), reason: z.string(), after: z.string() }),
});

/** Measures the platform, seals its events and ends what staff gave for a time, each minute. */
export const measurePlatformJob = job({
  name: "measure-platform",
  payload: z.object({}),
  every: "* * * * *",
  retryLimit: 0,
  concurrency: 1,
});
