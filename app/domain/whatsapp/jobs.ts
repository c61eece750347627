import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/**
 * Retries a submission whose response was lost (by a lost connection or a killed process). Transient errors
 * are retried for about a day.
 */
export const submitTemplateJob = job({
  name: "submit-template",
  payload: z.object({ orgId: z.string(), templateId: z.string() }),
  retryLimit: 30,
});

/** Syncs templates and numbers of one account with Meta. */
export const syncTemplatesJob = job({
  name: "sync-templates",
  payload: z.object({ orgId: z.string(), whatsappAccountId: z.string() }),
  retryLimit: 5,
});
