import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Imports an uploaded file of contacts. */
export const importContactsJob = job({
  name: "import-contacts",
  isLong: true,
  payload: z.object({ orgId: z.string(), importId: z.string() }),
});
