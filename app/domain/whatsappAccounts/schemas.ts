import { z } from "zod";

/**
 * The query of Meta's answer to embedded signup. `via` tells a code of the JavaScript SDK, which has no redirect address.
 * A `state` that is missing or malformed is refused like a foreign one (`whatsapp.signup_state`), not as missing input.
 */
export const embeddedCallback = z.object({
  code: z.string("Missing required parameters.").trim().min(1, "Missing required parameters.").max(2000),
  shared_waba_id: z
    .string("Missing required parameters.")
    .trim()
    .regex(/^\d{5,25}$/, "Missing required parameters."),
  state: z.string().max(200).default("").catch(""),
  phone_number_id: z.string().max(40).optional(),
  via: z.enum(["hosted", "sdk"]).default("hosted"),
});

/** The two-step verification PIN of a number. */
export const pin = z
  .string("Enter the 6-digit PIN")
  .trim()
  .regex(/^\d{6}$/, "Enter the 6-digit PIN");

export const whatsappAccountId = z.string().min(1).max(80);
