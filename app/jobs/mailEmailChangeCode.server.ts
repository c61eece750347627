import { z } from "zod";
import { mailEmailChangeCode } from "#app/domain/emailChanges/mailCode.server.ts";
import { job } from "./jobs.server.ts";

/** Looks the new address up after the answer was given, so that the time of the answer does not tell who has an account. */
export const mailEmailChangeCodeJob = job({
  name: "mail-email-change-code",
  payload: z.object({ userId: z.string() }),
  run: (services, input) => mailEmailChangeCode({ services, input }),
});
