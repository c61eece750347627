import { z } from "zod";
import { refuseDraft } from "#app/domain/templates/refuseDraft.server.ts";
import { submitDraft } from "#app/domain/templates/submit.server.ts";
import { GraphError } from "#app/providers/meta/graph.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { job } from "./jobs.server.ts";
import { jobContext } from "./syncTemplates.server.ts";

/**
 * The second try of a submission whose answer never came (a lost connection, a killed process). Does nothing for a template
 * that was answered. A refusal by Meta becomes the template's rejection.
 */
export const submitTemplateLater = job({
  name: "submit-template",
  payload: z.object({ orgId: z.string(), templateId: z.string() }),
  async run(services, { orgId, templateId }) {
    const ctx = jobContext(services, orgId);
    try {
      const { status } = await submitDraft({ ctx, input: { id: templateId, isRepeat: true } });
      if (status === "DRAFT") throw new Error("Meta does not answer: the submission is tried again");
    } catch (error) {
      if (error instanceof DomainError && error.kind === "not_found") return;
      const isRefused = error instanceof GraphError || error instanceof DomainError;
      if (!isRefused) throw error;
      await refuseDraft({ ctx, input: { id: templateId, error } });
    }
  },
});
