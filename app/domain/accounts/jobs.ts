import { z } from "zod";
import { job } from "#app/platform/jobs.ts";
import { locales } from "#app/platform/locale/locale.ts";

// Each looks up an address after the response, so that the response time does not reveal who has an account.

export const mailEmailChangeCodeJob = job({
  name: "mail-email-change-code",
  payload: z.object({ userId: z.string() }),
});

export const recordRefusedSignInJob = job({
  name: "record-refused-sign-in",
  payload: z.object({ email: z.string(), ipAddress: z.string(), userAgent: z.string() }),
});

/** Emails the owner of an address that was used for another sign-up. */
export const notifyOwnerJob = job({
  name: "notify-owner",
  payload: z.object({ email: z.string(), askedIn: z.enum(locales).optional() }),
});
