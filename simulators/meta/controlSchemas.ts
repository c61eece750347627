import { z } from "zod";
import { userIdPattern } from "./addresses.ts";
import { FAULT_KINDS } from "./faults.ts";
import { inboundParts, referralPart } from "./inboundParts.ts";
import type { SimulatorDelaysMs } from "./options.ts";
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
  messagingLimit: z
    .string()
    .regex(/^TIER_/)
    .optional(),
});

export const inboundBody = z
  .object({
    phoneNumberId: z.string(),
    /** A number, or the user id of a person who hides theirs. */
    from: phone.or(z.string().regex(userIdPattern)),
    name: z.string().optional(),
    username: z.string().optional(),
    referral: referralPart,
    ...inboundParts,
    text: z.string().min(1).max(4096).optional(),
    button: z.object({ payload: z.string(), text: z.string(), contextId: z.string() }).optional(),
    /** The message replied to. */
    contextId: z.string().optional(),
    /** A file accepted by `POST /_sim/media`. */
    media: z
      .object({
        type: z.enum(["image", "video", "audio", "document", "sticker"]),
        id: z.string(),
        caption: z.string().max(1024).optional(),
        filename: z.string().max(240).optional(),
        voice: z.boolean().optional(),
      })
      .optional(),
    location: z
      .object({
        latitude: z.number(),
        longitude: z.number(),
        name: z.string().optional(),
        address: z.string().optional(),
      })
      .optional(),
    contact: z.object({ name: z.string(), phone }).optional(),
    /** Without an emoji the reaction is removed. */
    reaction: z.object({ messageId: z.string(), emoji: z.string().optional() }).optional(),
  })
  .refine(
    ({ text, button, media, location, contact, reaction, order, form, edit, revoke }) =>
      [text, button, media, location, contact, reaction, order, form, edit, revoke].filter(
        (part) => part !== undefined,
      ).length === 1,
    "needs one of text, button, media, location, contact, reaction, order, form, edit and revoke",
  );

/** A customer's missed call. */
export const callBody = z.object({
  phoneNumberId: z.string(),
  from: phone,
  name: z.string().optional(),
});

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

/** Meta changes the category of a template, or announces a change. */
export const templateCategoryBody = z.object({
  templateId: z.string(),
  category: z.enum(["MARKETING", "UTILITY", "AUTHENTICATION"]),
  announced: z.boolean().default(false),
});
export const templateQualityBody = z.object({
  templateId: z.string(),
  quality: z.enum(["GREEN", "YELLOW", "RED", "UNKNOWN"]),
});

/** Meta's delays in ms; omitted ones stay. */
export const delaysBody = z
  .object(
    Object.fromEntries(
      (["review", "sent", "delivered", "read"] as const).map((step) => [step, z.int().min(0).max(3_600_000)]),
    ) as Record<keyof SimulatorDelaysMs, z.ZodInt>,
  )
  .partial();

const catalogueItem = z.object({
  id: z.string(),
  retailer_id: z.string(),
  name: z.string(),
  priceCents: z.int().nonnegative(),
  currency: z.string().length(3),
  availability: z.enum(["in stock", "out of stock"]).default("in stock"),
  visibility: z.enum(["published", "hidden"]).default("published"),
  image_url: z.string().optional(),
});

export const catalogueBody = z.object({
  wabaId: z.string(),
  name: z.string(),
  items: z.array(catalogueItem).max(30_000),
});

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
          qualityRating: z.enum(["GREEN", "YELLOW", "RED"]).optional(),
          messagingLimit: z.string().optional(),
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
      catalogue: z.object({ id: z.string(), name: z.string(), items: z.array(catalogueItem) }).optional(),
      windows: z.array(
        z.object({ phoneNumberId: z.string(), customer: z.string(), until: z.iso.datetime() }),
      ),
    }),
  ),
});
