import { z } from "zod";
import { m } from "#messages";
import { retentionChoices } from "./words.ts";

export const retentionForm = z.object({
  retentionDays: z.coerce
    .number({ error: m.checks_retention_required })
    .refine((days) => (retentionChoices as readonly number[]).includes(days), {
      error: m.checks_retention_invalid,
    }),
});
export const supportForm = z.object({ supportAllowed: z.literal("on").optional() });
