import { z } from "zod";
import { m } from "#messages";
import { retentionChoices } from "./words.ts";

export const retentionForm = z.object({
  retentionDays: z.coerce
    .number({ error: m.checks_choose_how_long_conversations_are_kept })
    .refine((days) => (retentionChoices as readonly number[]).includes(days), {
      error: m.checks_choose_one_of_the_times,
    }),
});
export const supportForm = z.object({ supportAllowed: z.literal("on").optional() });
