import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/**
 * The second try of a submission without a response (a lost connection, a killed process). Transient errors
 * are retried for about a day.
 */
export const submitTemplateJob = job({
  name: "submit-template",
  payload: z.object({ orgId: z.string(), templateId: z.string() }),
  retryLimit: 30,
});

/** Brings templates and numbers of one account in line with Meta. */
export const syncTemplatesJob = job({
  name: "sync-templates",
  payload: z.object({ orgId: z.string(), whatsappAccountId: z.string() }),
  retryLimit: 5,
});
