import { z } from "zod";
import { contactTags } from "#app/domain/contacts/schemas.ts";

/** Import options: the text fields of the upload form, or query parameters with a bare `text/csv` body. */
export const importOptions = z.object({
  fileName: z.string().max(200).default(""),
  /** For every contact of the file. */
  tags: contactTags,
  /** Whether the people of a file without a consent column agreed; `column`: the file says it for each. */
  consentForAll: z.enum(["granted", "none", "column"]).default("none"),
  /** Wait until a member has confirmed the columns. */
  review: z
    .union([z.enum(["yes", "no"]), z.boolean()])
    .default(false)
    .transform((review) => review === true || review === "yes"),
});

const choice = z.union([
  z.enum(["phone", "name", "firstName", "lastName", "tags", "kraPin", "consent", "optedOut", "ignored"]),
  z
    .string()
    .regex(/^field:/)
    .max(70),
  z
    .string()
    .regex(/^new:(text|number|date|yes_no):/)
    .max(80),
]);

/** The use of each column, in order: a use, `field:` and a name, or `new:`, a type and a name. */
export const columnChoices = z.array(choice).max(200).default([]);
