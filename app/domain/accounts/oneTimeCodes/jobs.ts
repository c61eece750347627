import { z } from "zod";
import { job } from "#app/platform/jobs.ts";
import { locales } from "#app/platform/locale/locale.ts";
import { addressPurposes } from "./schemas.ts";

/** It looks up the address after the response, as all jobs of `accounts`. `askedIn`: the language of the requesting page. */
export const sendOneTimeCodeJob = job({
  name: "send-one-time-code",
  payload: z.object({
    email: z.string(),
    purpose: z.enum(addressPurposes),
    askedIn: z.enum(locales).optional(),
  }),
});
