import { z } from "zod";
import { contactTags } from "#app/domain/contacts/schemas.ts";

/** How an import is to be taken: the text fields of the upload form, or query parameters beside a bare `text/csv` body. */
export const importOptions = z.object({
  fileName: z.string().max(200).default(""),
  /** For every contact of the file. */
  tags: contactTags,
  /** For files without a consent column. */
  consentForAll: z.enum(["granted", "none"]).default("none"),
});
