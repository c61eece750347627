import { z } from "zod";
import { FAULT_KINDS } from "./faults.ts";
import { TEMPLATE_EVENTS } from "./template-review.ts";

/** Bodies of the control surface under `/_sim/`. */

const phone = z.string().regex(/^\+?[\d\s()-]{7,24}$/, "must be a phone number");

export const accountBody = z.object({
  displayPhoneNumber: phone,
  verifiedName: z.string().min(1),
  throughput: z.number().positive().optional(),
  webhookUrl: z.url().optional(),
  verifyToken: z.string().optional(),
  statuses: z.enum(["none", "sent", "all"]).optional(),
});

export const inboundBody = z
  .object({
    phoneNumberId: z.string(),
    from: phone,
    name: z.string().optional(),
    text: z.string().min(1).max(4096).optional(),
    button: z.object({ payload: z.string(), text: z.string(), contextId: z.string() }).optional(),
  })
  .refine((body) => body.text !== undefined || body.button !== undefined, "needs text or button");

export const faultBody = z.object({
  phoneNumberId: z.string().optional(),
  kind: z.enum(FAULT_KINDS),
  rate: z.number().min(0).max(1).default(1),
  count: z.int().positive().optional(),
  ms: z.number().nonnegative().optional(),
});

export const templateBody = z
  .object({
    templateId: z.string().optional(),
    name: z.string().optional(),
    wabaId: z.string().optional(),
    language: z.string().optional(),
    event: z.enum(TEMPLATE_EVENTS),
    reason: z.string().optional(),
  })
  .refine(
    (body) => body.templateId !== undefined || (body.name !== undefined && body.wabaId !== undefined),
    "needs templateId, or name and wabaId",
  );

export const accountReference = z.object({ wabaId: z.string() });
