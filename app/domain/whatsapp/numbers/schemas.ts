import { z } from "zod";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { verticals } from "./words.ts";

const text = (max: number) => z.string().trim().max(max).default("");
const website = z
  .string()
  .trim()
  .max(256)
  .default("")
  .refine((given) => given === "" || /^https?:\/\/[^\s/]+\.[^\s]+$/.test(given), {
    error: () => m.checks_number_website_invalid(),
  });

/** Meta's limits (facts/whatsapp-cloud-api.md §3.4). */
export const businessProfile = z.object({
  about: text(139),
  address: text(256),
  description: text(512),
  email: z.union([z.literal(""), z.email({ error: m.checks_number_email_invalid }).max(128)]).default(""),
  website1: website,
  website2: website,
  vertical: z.enum(verticals),
});
export type BusinessProfileInput = z.output<typeof businessProfile>;

/** Meta's id of a number. */
export const phoneNumberId = idOf("phoneNumber", z.string().min(1).max(40));
