import { z } from "zod";
import { fieldId } from "#app/domain/contacts/fields/schemas.ts";
import { consentSource, maxTagLength } from "#app/domain/contacts/schemas.ts";
import { listFilters } from "#app/domain/contacts/segments/schemas.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { m } from "#messages";

export const bulkActs = [
  "add_tag",
  "remove_tag",
  "set_field",
  "record_consent",
  "withdraw_consent",
  "delete",
] as const;
export type BulkAct = (typeof bulkActs)[number];

/** Ids with commas between them; none: everyone who matches the filters. */
const chosen = z
  .string()
  .max(10_000)
  .default("")
  .transform((text) => [...new Set(text.split(",").filter(Boolean))].slice(0, 200));

/** The selected contacts, else all that match the filters of the list. */
export const selection = listFilters.omit({ sort: true, page: true }).extend({ chosen });
export type Selection = z.output<typeof selection>;

/** The action on each of them. */
export const bulkChange = z.object({
  act: z.enum(bulkActs, { error: m.checks_contact_bulk_action_required }),
  ofTag: z
    .string()
    .trim()
    .toLowerCase()
    .max(maxTagLength, { error: () => m.checks_tag_too_long({ maxTagLength }) })
    .default(""),
  fieldId: fieldId.default(""),
  value: z.string().trim().max(1000, tooLong).default(""),
  /** Where and how they agreed, to which wording, and on which day (Kenya's calendar). */
  consentSource,
  consentWording: z.string().trim().max(500, tooLong).default(""),
  consentDate: z.string().trim().max(10, tooLong).default(""),
});
export type BulkChange = z.output<typeof bulkChange>;

/** Whether `date` is a day such as `2026-11-25`, and not after `today`. */
export const isPastDay = (date: string, today: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date)) && date <= today;
