import { z } from "zod";
import { tooLong } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { mostPieces } from "./fieldRules.ts";

/** A customer's number as typed; returned in E.164, with 254 in place of a leading zero. */
export const customerPhone = z
  .string({ error: m.checks_handset_phone_required })
  .trim()
  .regex(/^\+?[\d\s()-]{9,20}$/, { error: m.checks_handset_phone_invalid })
  .transform((text) => {
    const digits = text.replaceAll(/\D/g, "");
    return `+${digits.startsWith("0") ? `254${digits.slice(1)}` : digits}`;
  });

/** A reply of the customer: a text, a pressed button, a reaction, a place, a contact or a cart. */
export const handsetReply = z
  .object({
    phone: customerPhone,
    phoneNumberId: idOf("phoneNumber", z.string().min(1).max(40)),
    text: z.string().trim().max(4096, tooLong).default(""),
    buttonText: z.string().max(200).optional(),
    buttonPayload: z.string().max(1000).optional(),
    /** The wamid of the message with the pressed button. */
    answered: z.string().max(300).optional(),
    /** A reaction to the message `answered`. */
    emoji: z.string().max(20).optional(),
    /** Latitude and longitude, separated by a comma. */
    place: z
      .string()
      .trim()
      .regex(/^-?\d{1,2}(\.\d+)?\s*,\s*-?\d{1,3}(\.\d+)?$|^$/, { error: m.checks_handset_place_invalid })
      .optional(),
    /** A contact shared by the customer. */
    contactName: z.string().trim().max(100).optional(),
    contactPhone: z.union([z.literal(""), customerPhone]).optional(),
    /** A cart of products that the business sent: pieces by code. */
    cart: z
      .array(
        z.object({
          code: z.string().max(100),
          quantity: z.coerce.number().int().min(0).max(mostPieces).catch(0).default(0),
        }),
      )
      .max(30)
      .default([]),
  })
  .refine(
    ({ text, buttonText, emoji, place, contactName, contactPhone, cart }) =>
      text !== "" ||
      buttonText ||
      (contactName && contactPhone) ||
      place ||
      emoji !== undefined ||
      cart.some(({ quantity }) => quantity > 0),
    { path: ["text"], error: () => m.checks_handset_message_required() },
  );

/** Fields sent with a customer's file. */
export const handsetFile = z.object({
  phone: customerPhone,
  phoneNumberId: idOf("phoneNumber", z.string().min(1).max(40)),
  caption: z.string().trim().max(1024, tooLong).default(""),
  kind: z.enum(["file", "voice", "sticker"]).default("file"),
});
