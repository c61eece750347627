import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Delivers one mail. Retried for about two days, so that a mail server that is down loses nothing. */
export const sendMailJob = job({
  name: "send-mail",
  payload: z.object({ mailId: z.string() }),
  retryLimit: 55,
});
