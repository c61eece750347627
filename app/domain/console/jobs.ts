import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Notifies organisations of a price change, from the one after `after` on. */
export const notifyOfPriceJob = job({
  name: "notify-of-price",
  payload: z.object({ rateCardId: z.string(), reason: z.string(), after: z.string() }),
});

/** Every night, Kenya time, before the month is billed. */
export const proveLedgerJob = job({
  name: "prove-ledger",
  payload: z.object({}),
  every: "20 20 * * *",
  isLong: true,
});

/** Measures the platform, seals its events and ends temporary changes by staff, each minute. */
export const measurePlatformJob = job({
  name: "measure-platform",
  payload: z.object({}),
  every: "* * * * *",
  retryLimit: 0,
  concurrency: 1,
});
