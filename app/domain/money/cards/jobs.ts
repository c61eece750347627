import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Checks a payment named in a notice. */
export const checkCardPaymentJob = job({
  name: "check-card-payment",
  payload: z.object({ paymentId: z.string() }),
});

/** Books a dispute or refund from a notice. */
export const applyCardEventJob = job({
  name: "apply-card-event",
  payload: z.object({ key: z.string() }),
});

/** Checks payments without a notice: failed ones never get one. */
export const sweepCardPaymentsJob = job({
  name: "sweep-card-payments",
  payload: z.object({}),
  every: "* * * * *",
});
