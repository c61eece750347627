import { z } from "zod";
import { billingTypes, planTypes } from "#app/platform/planTypes.ts";

export const planChoice = z.object({
  planType: z.enum(planTypes, "Choose a plan"),
  billingType: z.enum(billingTypes, "Choose how you pay"),
});
