import { z } from "zod";
import { retentionChoices } from "./words.ts";

export const retentionForm = z.object({
  retentionDays: z.coerce
    .number({ error: "Choose how long conversations are kept" })
    .refine((days) => (retentionChoices as readonly number[]).includes(days), "Choose one of the times"),
});
export const supportForm = z.object({ supportAllowed: z.literal("on").optional() });
