import { z } from "zod";
import { m } from "#messages";

/** One form or call has one key, so that sending it twice books it once. */
export const idempotencyKey = z.string().regex(/^[\w-]{8,64}$/, { error: m.checks_the_form_is_out_of_date });

/** Why staff correct what was booked; the organisation reads it. */
export const correctionReason = z
  .string({ error: m.checks_say_why_the_organisation_reads_it_2 })
  .trim()
  .min(5, { error: m.checks_say_why_in_at_least_5_3 })
  .max(300, { error: m.checks_keep_the_reason_within_300_characters });
