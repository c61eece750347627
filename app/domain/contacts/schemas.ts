import { z } from "zod";
import { tooLong } from "#app/platform/forms/checks.ts";
import { fieldKey } from "#app/platform/forms/fieldNames.ts";
import { optionalKraPin } from "#app/platform/forms/kraPin.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";

export const maxNameLength = 200;
export const maxTagLength = 40;
export const maxTags = 30;

/**
 * Tags as typed in one cell or field: separated by comma, semicolon or bar. Trimmed and deduplicated. In
 * lower case, as "Nakuru" and "nakuru" mean the same: a campaign to one would leave out the other.
 */
export function splitTags(text: string): string[] {
  const tags = text.split(/[,;|\n]/).map((tag) => tag.replace(/\s+/g, " ").trim().toLowerCase());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/** A text as one tag, as from a customer's reply; empty when nothing is left. */
export const tagOf = (text: string): string => splitTags(text).join(" ").slice(0, maxTagLength).trim();

export const contactName = z.string().trim().max(maxNameLength, tooLong).default("");

/** As typed; the verb normalises it (app/platform/phone/phone.ts). */
export const contactPhone = z.string().trim().max(60, { error: m.checks_contact_phone_too_long });

/** A text with commas (forms) or a list (programs). */
export const contactTags = z
  .union([z.string(), z.array(z.string())])
  .default("")
  .transform((tags) => splitTags(Array.isArray(tags) ? tags.join(",") : tags))
  .refine((tags) => tags.length <= maxTags, { error: () => m.checks_contact_too_many_tags({ maxTags }) })
  .refine((tags) => tags.every((tag) => tag.length <= maxTagLength), {
    error: () => m.checks_tag_too_long({ maxTagLength }),
  });

export const contactConsent = z
  .enum(["granted", "none"], { error: m.checks_contact_consent_required })
  .default("none");
export const consentSource = z.string().trim().max(200, tooLong).default("");

/** A value from a form or a program; the verb checks it by the type of its field. */
export const fieldValue = z.union([z.string().max(1000), z.number(), z.boolean()]);

export const contactFields = z
  .record(z.string().max(60), fieldValue)
  .refine((fields) => new Set(Object.keys(fields).map(fieldKey)).size === Object.keys(fields).length, {
    error: m.checks_contact_fields_repeated,
  })
  .optional();

/** The input of a form or a program to create or update a contact. */
export const contactForm = z.object({
  name: contactName,
  phone: contactPhone.default(""),
  tags: contactTags,
  /** Empty: none; left out, it stays. */
  kraPin: optionalKraPin.optional(),
  consent: contactConsent,
  consentSource,
});

/** The form of an existing contact: its fields, each with its name. */
export const contactEditForm = contactForm.extend({
  fields: z
    .array(
      z.object({
        name: z.string().max(60),
        value: z.string().trim().max(1000, tooLong).default(""),
      }),
    )
    .max(100)
    .default([]),
});

export const contactOrders = ["name", "-name", "seen", "-seen", "created", "-created"] as const;

/** The filters of the contact list, as query parameters. Conditions are in segments/schemas.ts. */
export const contactFilters = z.object({
  search: z.string().trim().max(100).default(""),
  tag: z.string().trim().toLowerCase().max(maxTagLength).default(""),
  consent: z.enum(["granted", "none", "opted_out"]).optional().catch(undefined),
  segmentId: idOf("segment", z.string().max(60)).default(""),
  sort: z.enum(contactOrders).default("-created").catch("-created"),
  page: z.coerce.number().int().min(1).max(100_000).default(1).catch(1),
});

const side = z.enum(["kept", "gone"]);

/** Which of two contacts provides which values of the remaining one. */
export const mergeChoices = z.object({
  otherContactId: idOf("contact", z.string().max(60)),
  name: side.default("kept"),
  phone: side.default("kept"),
  /** Names of the fields that the other one gives. */
  fields: z
    .union([z.string().max(60), z.array(z.string().max(60)).max(200)])
    .default([])
    .transform((names) => (Array.isArray(names) ? names : [names])),
});
