import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Does what a payment service's notice says. */
export const applyPaymentNoticeJob = job({
  name: "apply-payment-notice",
  payload: z.object({ noticeId: z.string() }),
});
