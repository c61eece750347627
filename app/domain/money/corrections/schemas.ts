import { z } from "zod";
import { noMoreThan } from "#app/platform/forms/checks.ts";
import { m } from "#messages";

/** Why staff correct what was booked; the organisation reads it. */
export const correctionReason = z
  .string({ error: m.checks_say_why_the_organisation_reads_it_2 })
  .trim()
  .min(5, { error: m.checks_say_why_in_at_least_5_3 })
  .max(300, { error: m.checks_keep_the_reason_within_300_characters });

/** A payment that goes back to its payer. */
export const refundForm = z.object({ reason: correctionReason });

/** The organisation that an unassigned payment belongs to. */
export const assignForm = z.object({
  organisation: z
    .string({ error: m.admin_enter_the_id_of_the_organisation })
    .trim()
    .min(1, { error: m.admin_enter_the_id_of_the_organisation })
    .max(60, noMoreThan(60)),
  reason: correctionReason,
});
