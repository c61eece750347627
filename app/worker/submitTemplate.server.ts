import { submitTemplateJob } from "#app/domain/whatsapp/jobs.ts";
import { refuseDraft } from "#app/domain/whatsapp/templates/refuseDraft.server.ts";
import { submitDraft } from "#app/domain/whatsapp/templates/submit.server.ts";
import { systemContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { handler } from "./handler.ts";

/** Does nothing for a template that got its response. A refusal by Meta becomes the template's rejection. */
export const submitTemplateHandler = handler(
  submitTemplateJob,
  async (services, { orgId, templateId: id }) => {
    const ctx = systemContext(services, orgId, "submit-template");
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
);
