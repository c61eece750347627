import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Delivers one email. Retried for about two days, so that an outage of the mail server loses nothing. */
export const sendMailJob = job({
  name: "send-mail",
  payload: z.object({ mailId: z.string() }),
  retryLimit: 55,
});
