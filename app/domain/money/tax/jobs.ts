import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Documents that wait for KRA, in their order; also every minute, for what was left over. */
export const submitTaxDocumentsJob = job({
  name: "submit-tax-documents",
  payload: z.object({}),
  every: "* * * * *",
});
