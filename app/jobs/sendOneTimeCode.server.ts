import { z } from "zod";
import { addressPurposes } from "#app/domain/oneTimeCodes/schemas.ts";
import { sendOneTimeCode } from "#app/domain/oneTimeCodes/send.server.ts";
import { job } from "./jobs.server.ts";

/** Looks an address up after the answer was given, so that the time of the answer does not tell who has an account. */
export const sendOneTimeCodeJob = job({
  name: "send-one-time-code",
  payload: z.object({ email: z.string(), purpose: z.enum(addressPurposes) }),
  run: (services, input) => sendOneTimeCode({ services, input }),
});
