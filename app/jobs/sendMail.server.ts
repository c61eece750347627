import { z } from "zod";
import { deliverMail } from "#app/domain/mails/deliver.server.ts";
import { job } from "./jobs.server.ts";

/** Delivers one mail. Retried for about two days, so that a mail server that is down loses nothing. */
export const sendMail = job({
  name: "send-mail",
  payload: z.object({ mailId: z.string() }),
  retryLimit: 55,
  run: (services, { mailId }) => deliverMail({ services, input: { mailId } }),
});
