import { z } from "zod";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";

const missing = m.errors_signup_parameters_missing;

/**
 * The query of Meta's response to embedded signup. Without an account in it, the token's account is used.
 * `via` marks a code of the JavaScript SDK, which has no redirect address. A malformed `state` is refused
 * like a foreign one (`whatsapp.signup_state`).
 */
export const embeddedCallback = z
  .object({
    code: z.string({ error: missing }).trim().min(1, { error: missing }).max(2000),
    shared_waba_id: z
      .string({ error: missing })
      .trim()
      .min(1, { error: missing })
      .regex(/^\d{5,25}$/, { error: m.errors_signup_waba_id_malformed })
      .optional(),
    state: z.string().max(200).default("").catch(""),
    phone_number_id: z.string().max(40).optional(),
    via: z.enum(["hosted", "sdk"]).default("hosted"),
  })
  .refine((answer) => answer.shared_waba_id !== undefined || answer.state !== "", {
    path: ["shared_waba_id"],
    error: missing,
  });

/** The two-step verification PIN of a number. */
export const pin = z
  .string({ error: m.checks_number_pin_required })
  .trim()
  .regex(/^\d{6}$/, { error: m.checks_number_pin_required });

export const whatsappAccountId = idOf("whatsappAccount", z.string().min(1).max(80));
