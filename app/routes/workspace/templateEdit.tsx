import { replace, useNavigation } from "react-router";
import { changedTemplateForm, draftFromTemplate } from "#app/domain/templates/schemas.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { useLastAnswer } from "#app/ui/lastAnswer.ts";
import { Modal } from "#app/ui/modal.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TemplateForm } from "#app/ui/templates/templateForm.tsx";
import type { Route } from "./+types/templateEdit";
import { answerTemplateForm } from "./templateSubmission.server.ts";

export const handle = { covers: true };

export const meta: Route.MetaFunction = () => [{ title: "Edit template" }];

export async function loader({ context, params: { templateId } }: Route.LoaderArgs) {
  const { template } = await orErrorPage(
    context.get(apiContext)("GET /templates/:templateId", { templateId }),
  );
  if (!template.editable)
    throw replace(`/templates/${templateId}`, {
      headers: withToast({ kind: "error", text: "Only a rejected template can be edited." }),
    });
  const { name, languageName, rejectionReason } = template;
  return { name, languageName, rejectionReason, draft: draftFromTemplate(template) };
}

export async function action({ request, context, params: { templateId } }: Route.ActionArgs) {
  return answerTemplateForm(request, changedTemplateForm, (content) =>
    context.get(apiContext)("PUT /templates/:templateId", { ...content, templateId }),
  );
}

export default function TemplateEdit({ loaderData, actionData, params }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { name, languageName, rejectionReason, draft } = loaderData;
  const isBusy = useNavigation().state === "submitting";
  return (
    <Modal title={`Edit ${name}`} closeTo={`/templates/${params.templateId}`} size="xl">
      {rejectionReason && (
        <div className="mb-4">
          <Notice tone="bad" title="Rejected">
            {rejectionReason}
          </Notice>
        </div>
      )}
      <TemplateForm
        kept={{ name, languageName }}
        accounts={[]}
        defaults={draft}
        result={answer?.result}
        isBusy={isBusy}
      />
    </Modal>
  );
}
