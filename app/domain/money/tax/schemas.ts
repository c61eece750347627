import { z } from "zod";
import { correctionReason } from "#app/domain/money/schemas.ts";
import { atMost } from "#app/platform/forms/checks.ts";
import { optionalKraPin } from "#app/platform/forms/kraPin.ts";
import { m } from "#messages";

/** Corrections by staff before a document is resubmitted to KRA; its amounts and number are unchanged. */
export const taxCorrection = z.object({
  customerName: z
    .string({ error: m.checks_tax_customer_name_required })
    .trim()
    .min(1, { error: m.checks_tax_customer_name_required })
    .max(60, atMost(m.checks_tax_customer_name_too_long)),
  customerPin: optionalKraPin.default(""),
  reason: correctionReason,
});
