import { z } from "zod";
import { FAULT_KINDS } from "./faults.ts";
import { TEMPLATE_EVENTS } from "./templateReview.ts";

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

export const knownAccounts = z.object({
  accounts: z.array(
    z.object({
      wabaId: z.string(),
      businessId: z.string(),
      name: z.string(),
      accessToken: z.string().min(1),
      numbers: z.array(
        z.object({
          id: z.string(),
          displayPhoneNumber: phone,
          verifiedName: z.string(),
          throughput: z.number().positive(),
        }),
      ),
      templates: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          language: z.string(),
          category: z.string(),
          status: z.enum(["PENDING", "APPROVED", "REJECTED", "PAUSED", "DISABLED"]),
          rejectedReason: z.string(),
          components: z.array(z.looseObject({ type: z.string() })),
        }),
      ),
      windows: z.array(
        z.object({ phoneNumberId: z.string(), customer: z.string(), until: z.iso.datetime() }),
      ),
    }),
  ),
});
