import { z } from "zod";
import { billingTypes, planTypes } from "#app/platform/money/planTypes.ts";
import { m } from "#messages";

export const planChoice = z.object({
  planType: z.enum(planTypes, { error: m.checks_choose_a_plan }),
  billingType: z.enum(billingTypes, { error: m.checks_choose_how_you_pay }),
});
