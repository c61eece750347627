import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Applies the stored notices of payment services. One is enqueued with each notice; the first to run applies them all. */
export const applyPaymentNoticesJob = job({
  name: "apply-payment-notice",
  payload: z.object({}),
  concurrency: 4,
});

/** Queries M-Pesa about a receipt reported only by a confirmation. `check` counts the queries. */
export const confirmReceiptJob = job({
  name: "confirm-receipt",
  payload: z.object({ receipt: z.string(), check: z.number().int() }),
});
