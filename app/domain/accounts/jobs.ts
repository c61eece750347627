import { z } from "zod";
import { job } from "#app/platform/jobs.ts";
import { locales } from "#app/platform/locale/locale.ts";
import { addressPurposes } from "./oneTimeCodes/schemas.ts";

/** The language of the page on which it was asked for. */
const askedIn = z.enum(locales).optional();

// Each looks an address up after the answer was given, so that the time of the answer does not tell who has an account.

export const mailEmailChangeCodeJob = job({
  name: "mail-email-change-code",
  payload: z.object({ userId: z.string() }),
});

export const noteRefusedSignInJob = job({
  name: "note-refused-sign-in",
  payload: z.object({ email: z.string(), ipAddress: z.string(), userAgent: z.string() }),
});

export const sendOneTimeCodeJob = job({
  name: "send-one-time-code",
  payload: z.object({ email: z.string(), purpose: z.enum(addressPurposes), askedIn }),
});

/** Mails the owner of an address that was used to sign up once more. */
export const tellOwnerJob = job({
  name: "tell-owner",
  payload: z.object({ email: z.string(), askedIn }),
});
