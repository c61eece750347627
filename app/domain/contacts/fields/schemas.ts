import { z } from "zod";
import { tooLong } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { fieldTypes } from "./words.ts";

const maxOptionLength = 100;

export const maxFields = 60;
export const maxOptions = 100;

export const fieldId = idOf("field", z.string().max(60));

/** A name usable as a template variable; names of a contact's own columns would be ambiguous. */
export const fieldName = z
  .string()
  .trim()
  .transform((name) => name.replace(/\s+/g, " "))
  .pipe(z.string().min(1, { error: m.checks_field_name_required }).max(60, tooLong))
  .refine((name) => !/^(phone|name|first name|last name|tags?|consent|opted out)$/i.test(name), {
    error: m.checks_field_name_built_in,
  });

/** The list of a choice: an option a line. */
export const fieldOptions = z
  .union([z.string().max(10_000), z.array(z.string().max(200)).max(maxOptions)])
  .default("")
  .transform((written) => (Array.isArray(written) ? written : written.split(/\r?\n/)))
  .transform((lines) => {
    const options = new Map<string, string>();
    for (const line of lines) {
      const option = line.replace(/\s+/g, " ").trim();
      if (option !== "" && !options.has(option.toLowerCase())) options.set(option.toLowerCase(), option);
    }
    return [...options.values()];
  })
  .refine((options) => options.length <= maxOptions, {
    error: () => m.checks_field_too_many_options({ maxOptions }),
  })
  .refine((options) => options.every((option) => option.length <= maxOptionLength), {
    error: () => m.checks_field_option_too_long({ most: maxOptionLength }),
  });

export const fieldForm = z
  .object({
    name: fieldName,
    type: z.enum(fieldTypes, { error: m.checks_field_type_required }),
    options: fieldOptions,
  })
  .refine(({ type, options }) => type !== "choice" || options.length > 0, {
    path: ["options"],
    error: () => m.checks_field_options_required(),
  });

/** For an existing field: omitted values stay. */
export const fieldEdit = z.object({
  name: fieldName.optional(),
  type: z.enum(fieldTypes, { error: m.checks_field_type_required }).optional(),
  options: fieldOptions,
});
