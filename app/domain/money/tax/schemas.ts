import { z } from "zod";
import { correctionReason } from "#app/domain/money/schemas.ts";
import { m } from "#messages";

/** What staff correct before a document goes to KRA again; its amounts and number stay. */
export const taxCorrection = z.object({
  customerName: z
    .string({ error: m.checks_enter_the_customers_name })
    .trim()
    .min(1, { error: m.checks_enter_the_customers_name })
    .max(60, { error: m.checks_kra_takes_at_most_60_characters }),
  customerPin: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]\d{9}[A-Z])?$/, { error: m.checks_a_kra_pin_is_a_letter })
    .default(""),
  reason: correctionReason,
});
