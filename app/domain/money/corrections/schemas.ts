import { z } from "zod";
import { correctionReason } from "#app/domain/money/schemas.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { m } from "#messages";

/** A refund of a payment to its payer. */
export const refundForm = z.object({ reason: correctionReason });

/** Assigns an unmatched payment to an organisation. */
export const assignForm = z.object({
  organisation: z
    .string({ error: m.admin_work_item_organisation_required })
    .trim()
    .min(1, { error: m.admin_work_item_organisation_required })
    .max(60, tooLong),
  reason: correctionReason,
});
