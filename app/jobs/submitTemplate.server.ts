import { z } from "zod";
import { refuseDraft } from "#app/domain/templates/refuseDraft.server.ts";
import { submitDraft } from "#app/domain/templates/submit.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { job } from "./jobs.server.ts";
import { jobContext } from "./syncTemplates.server.ts";

/**
 * The second try of a submission whose answer never came (a lost connection, a killed process). Does nothing for a template
 * that was answered. A refusal by Meta becomes the template's rejection; what may pass is tried again for about a day.
 */
export const submitTemplateLater = job({
  name: "submit-template",
  payload: z.object({ orgId: z.string(), templateId: z.string() }),
  retryLimit: 30,
  async run(services, { orgId, templateId: id }) {
    const ctx = jobContext(services, orgId);
    try {
      const { status } = await submitDraft({ ctx, input: { id, isRepeat: true } }).catch((error: unknown) =>
        refuseDraft({ ctx, input: { id, error } }),
      );
      if (status === "DRAFT") throw new Error("Meta does not answer: the submission is tried again");
    } catch (error) {
      const isGone = error instanceof DomainError && error.kind === "not_found";
      if (!isGone) throw error;
    }
  },
});
