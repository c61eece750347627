import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Submits documents to KRA in their order; also every minute, for leftovers. */
export const submitTaxDocumentsJob = job({
  name: "submit-tax-documents",
  payload: z.object({}),
  every: "* * * * *",
});
