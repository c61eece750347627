import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Imports an uploaded file of contacts. */
export const importContactsJob = job({
  name: "import-contacts",
  isLong: true,
  payload: z.object({ orgId: z.string(), importId: z.string() }),
});

/** Types what the contacts have in a field that was defined or changed. */
export const readFieldJob = job({
  name: "read-contact-field",
  isLong: true,
  payload: z.object({ orgId: z.string(), fieldId: z.string() }),
});
