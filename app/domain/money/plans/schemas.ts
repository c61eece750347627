import { z } from "zod";
import { billingTypes, planTypes } from "#app/platform/money/planTypes.ts";
import { m } from "#messages";

export const planChoice = z.object({
  planType: z.enum(planTypes, { error: m.checks_plan_required }),
  billingType: z.enum(billingTypes, { error: m.checks_payment_method_required }),
});
