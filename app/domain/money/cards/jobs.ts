import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Queries the provider about a payment named in a notice. */
export const checkCardPaymentJob = job({
  name: "check-card-payment",
  payload: z.object({ paymentId: z.string() }),
});

/** Books what a notice says about a dispute or a refund. */
export const applyCardEventJob = job({
  name: "apply-card-event",
  payload: z.object({ key: z.string() }),
});

/** Payments of which no notice came: failed ones never send any. */
export const sweepCardPaymentsJob = job({
  name: "sweep-card-payments",
  payload: z.object({}),
  every: "* * * * *",
});
