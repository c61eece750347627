import { z } from "zod";
import { fieldKey } from "#app/platform/fieldNames.ts";

export const maxNameLength = 200;
export const maxTagLength = 40;
export const maxTags = 30;

/**
 * Tags as people write them in one cell or field: by comma, semicolon or bar. Blanks are tidied, repeats dropped. In small
 * letters, as "Nakuru" and "nakuru" are meant as one: a campaign to the one would leave out the other.
 */
export function splitTags(text: string): string[] {
  const tags = text.split(/[,;|\n]/).map((tag) => tag.replace(/\s+/g, " ").trim().toLowerCase());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

export const contactName = z
  .string()
  .trim()
  .max(maxNameLength, `Write at most ${maxNameLength} characters.`)
  .default("");

/** As typed; the verb repairs it (app/platform/phone.ts). */
export const contactPhone = z.string().trim().max(60, "This is too long for a phone number.");

/** A text with commas (forms) or a list (programs). */
export const contactTags = z
  .union([z.string(), z.array(z.string())])
  .default("")
  .transform((tags) => splitTags(Array.isArray(tags) ? tags.join(",") : tags))
  .refine((tags) => tags.length <= maxTags, `A contact has at most ${maxTags} tags.`)
  .refine(
    (tags) => tags.every((tag) => tag.length <= maxTagLength),
    `A tag has at most ${maxTagLength} characters.`,
  );

export const contactConsent = z
  .enum(["granted", "none"], "Choose whether the person agreed.")
  .default("none");
export const consentSource = z.string().trim().max(200, "Write at most 200 characters.").default("");

/** A value as a form or a program gives it; the verb checks it by the type of its field. */
export const fieldValue = z.union([z.string().max(1000), z.number(), z.boolean()]);

export const contactFields = z
  .record(z.string().max(60), fieldValue)
  .refine(
    (fields) => new Set(Object.keys(fields).map(fieldKey)).size === Object.keys(fields).length,
    "Two fields have the same name; capitals make no difference.",
  )
  .optional();

/** What a form or a program gives to make or change a contact. */
export const contactForm = z.object({
  name: contactName,
  phone: contactPhone.default(""),
  tags: contactTags,
  consent: contactConsent,
  consentSource,
});

/** The form of a known contact: the fields that it has, each with its name. */
export const contactEditForm = contactForm.extend({
  fields: z
    .array(
      z.object({
        name: z.string().max(60),
        value: z.string().trim().max(1000, "Write at most 1,000 characters.").default(""),
      }),
    )
    .max(100)
    .default([]),
});

export const contactOrders = ["name", "-name", "seen", "-seen", "created", "-created"] as const;

/** The filters of the contact list, as query parameters. Conditions stand in segments/schemas.ts. */
export const contactFilters = z.object({
  search: z.string().trim().max(100).default(""),
  tag: z.string().trim().toLowerCase().max(maxTagLength).default(""),
  consent: z.enum(["granted", "none", "opted_out"]).optional().catch(undefined),
  segmentId: z.string().max(60).default(""),
  sort: z.enum(contactOrders).default("-created").catch("-created"),
  page: z.coerce.number().int().min(1).max(100_000).default(1).catch(1),
});

const side = z.enum(["kept", "gone"]);

/** Which of two contacts gives what to the one that stays. */
export const mergeChoices = z.object({
  otherContactId: z.string().max(60),
  name: side.default("kept"),
  phone: side.default("kept"),
  /** Names of the fields that the other one gives. */
  fields: z
    .union([z.string().max(60), z.array(z.string().max(60)).max(200)])
    .default([])
    .transform((names) => (Array.isArray(names) ? names : [names])),
});
