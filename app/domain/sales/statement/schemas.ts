import { z } from "zod";
import { tooLong } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";

export const tillDifferenceId = idOf("tillDifference");

/** A calendar month in Kenya; empty: the present one. */
export const statementMonth = z
  .string()
  .regex(/^(20\d\d-(0[1-9]|1[0-2]))?$/)
  .catch("")
  .default("");

export const explanation = z.object({
  explanation: z
    .string({ error: m.checks_difference_explanation })
    .trim()
    .min(3, { error: m.checks_difference_explanation })
    .max(500, tooLong),
});
