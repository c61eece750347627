import { z } from "zod";
import { atLeast, tooLong } from "#app/platform/forms/checks.ts";
import { m } from "#messages";

/** Staff's reason for a correction, shown to the organisation. */
export const correctionReason = z
  .string({ error: m.checks_correction_reason_required })
  .trim()
  .min(5, atLeast(m.checks_correction_reason_too_short))
  .max(300, tooLong);
