import { z } from "zod";
import { fieldTypes } from "./words.ts";

export const maxFields = 60;
export const maxOptions = 100;

export const fieldId = z.string().max(60);

/** A name that a template variable can take; names of a contact's own columns would be mistaken for them. */
export const fieldName = z
  .string()
  .trim()
  .transform((name) => name.replace(/\s+/g, " "))
  .pipe(z.string().min(1, "Give the field a name.").max(60, "Write at most 60 characters."))
  .refine(
    (name) => !/^(phone|name|first name|last name|tags?|consent|opted out)$/i.test(name),
    "Each contact has this already. Choose another name.",
  );

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
  .refine((options) => options.length <= maxOptions, `A list has at most ${maxOptions} options.`)
  .refine(
    (options) => options.every((option) => option.length <= 100),
    "An option has at most 100 characters.",
  );

export const fieldForm = z
  .object({
    name: fieldName,
    type: z.enum(fieldTypes, "Choose what is written in it."),
    options: fieldOptions,
  })
  .refine(({ type, options }) => type !== "choice" || options.length > 0, {
    path: ["options"],
    message: "Write what may be chosen, one a line.",
  });

/** Of a known field: what is not given stays. */
export const fieldEdit = z.object({
  name: fieldName.optional(),
  type: z.enum(fieldTypes, "Choose what is written in it.").optional(),
  options: fieldOptions,
});
