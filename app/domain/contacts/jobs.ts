import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Imports an uploaded file of contacts. */
export const importContactsJob = job({
  name: "import-contacts",
  isLong: true,
  payload: z.object({ orgId: z.string(), importId: z.string() }),
});

/** Converts an uploaded workbook to the CSV that is imported, at once or once its columns were confirmed. */
export const readWorkbookJob = job({
  name: "read-import-workbook",
  heartbeatSeconds: 30,
  payload: z.object({ orgId: z.string(), importId: z.string(), review: z.boolean() }),
});

/** Types contacts' values of a created or updated field. */
export const readFieldJob = job({
  name: "read-contact-field",
  isLong: true,
  payload: z.object({
    orgId: z.string(),
    fieldId: z.string(),
    /** Its former name. */
    from: z.string().nullable().default(null),
  }),
});
